// An OpenGL context by EGL without any surface: first of a graphics chip, then of what else there is.
#include <epoxy/egl.h>

#include <array>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/gpu/context.h"

namespace attnlab::gpu {

namespace {

bool lists(const char* extensions, std::string_view name) {
  if (!extensions) return false;
  const std::string all = ' ' + std::string(extensions) + ' ';
  return all.find(' ' + std::string(name) + ' ') != std::string::npos;
}

class EglContext final : public Context {
 public:
  EglContext(EGLDisplay display, EGLContext context) : display_(display), context_(context) {}
  // The display stays initialized: it is one for the whole process, and others may use it.
  ~EglContext() override { eglDestroyContext(display_, context_); }

  void make_current() override {
    eglBindAPI(EGL_OPENGL_API);  // each thread has its own
    if (!eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_))
      throw std::runtime_error("OpenGL: cannot use the context on this thread (EGL error " +
                               std::to_string(eglGetError()) + ")");
  }
  void release() override { eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }

 private:
  EGLDisplay display_;
  EGLContext context_;
};

/// Displays to try, best first.
std::vector<EGLDisplay> displays() {
  const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  std::vector<EGLDisplay> found, in_software;
  const bool platforms = lists(client, "EGL_EXT_platform_base");
  if (platforms && lists(client, "EGL_EXT_platform_device") && lists(client, "EGL_EXT_device_query") &&
      lists(client, "EGL_EXT_device_enumeration")) {
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count)) {
      for (EGLint i = 0; i < count; ++i) {
        EGLDeviceEXT device = devices[i];
        const bool software =
            lists(eglQueryDeviceStringEXT(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
        (software ? in_software : found)
            .push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
      }
    }
  }
  if (platforms && lists(client, "EGL_MESA_platform_surfaceless"))
    found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  found.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  found.insert(found.end(), in_software.begin(), in_software.end());
  return found;
}

EGLContext create(EGLDisplay display, bool robust) {
  std::vector<EGLint> wanted = {EGL_CONTEXT_MAJOR_VERSION,       4,
                                EGL_CONTEXT_MINOR_VERSION,       3,
                                EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
  if (robust)
    wanted.insert(wanted.end(), {EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE,
                                 EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET});
  wanted.push_back(EGL_NONE);
  return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted.data());
}

/// A context of `display`, or null with the reason in `why`.
std::unique_ptr<Context> context_of(EGLDisplay display, std::string& why) {
  if (display == EGL_NO_DISPLAY) return nullptr;
  if (!eglInitialize(display, nullptr, nullptr)) {
    why = "the driver did not start (EGL error " + std::to_string(eglGetError()) +
          "; check that this user may open the graphics device)";
    return nullptr;
  }
  const char* has = eglQueryString(display, EGL_EXTENSIONS);
  if (!lists(has, "EGL_KHR_surfaceless_context") || !lists(has, "EGL_KHR_no_config_context") ||
      !eglBindAPI(EGL_OPENGL_API)) {
    why = "the driver's EGL does not provide OpenGL without a window";
    return nullptr;
  }
  for (const bool robust : {true, false}) {
    EGLContext context = create(display, robust);
    if (context != EGL_NO_CONTEXT) return std::make_unique<EglContext>(display, context);
  }
  why = "the driver does not support OpenGL 4.3";
  return nullptr;
}

}  // namespace

std::unique_ptr<Context> make_egl_context() {
  if (!epoxy_has_egl())
    throw std::runtime_error("OpenGL: libEGL is missing; install libegl1 and libegl-mesa0");
  std::string why = "no driver was found";
  for (EGLDisplay display : displays()) {
    if (auto context = context_of(display, why)) return context;
  }
  throw std::runtime_error(
      "compute shaders need OpenGL 4.3, but " + why +
      "; install the graphics driver, or libegl-mesa0 and libgl1-mesa-dri to run in software");
}

}  // namespace attnlab::gpu
