// Attention in compute shaders in one include, for programs that link AttentionLab::gpu.
#pragma once

#include "core/gpu/attention_cost.h"
#include "core/gpu/attention_steps.h"
#include "core/gpu/attention_walk.h"
#include "core/gpu/gpu_attention_device.h"
