# The loss, the schedule and the optimizer.

def summed_loss(logits, batch, settings):
    """The loss of all targets that count, added up."""
    target = batch["target"]
    counts = target != IGNORED
    #:{ cross_entropy
    smoothing = settings["label_smoothing"]
    return F.cross_entropy(logits.flatten(0, 1), target.flatten(), ignore_index=IGNORED, reduction="sum",
                           label_smoothing=smoothing)
    #:}
    #:{ binary
    scores, wanted = logits[:, 0], target.clamp(min=0).to(logits)
    return (F.binary_cross_entropy_with_logits(scores, wanted, reduction="none") * counts).sum()
    #:}
    #:{ numbers
    wanted = target.clamp(min=0).to(logits) / 9.0
    weight = settings["importance"] ** torch.arange(target.shape[1], device=target.device).to(logits)
    return (weight * (logits[:, 0] - wanted).square() * counts).sum()
    #:}


def loss_of(model, network, batch, counted, settings):
    """What this process's rows add to the loss of the whole batch: to its cross-entropy, and to what is minimized."""
    logits = network(*[batch.get(part) for part in model.reads])
    loss = summed_loss(logits, batch, settings) / counted
    #:{ balanced
    shares = (batch["target"] != IGNORED).sum(dim=1) / counted
    penalties = [module.penalty for module in model.modules() if hasattr(module, "penalty")]
    balance = settings["balance_weight"] * sum((shares * penalty).sum() for penalty in penalties)
    return loss, loss + balance
    #:}
    return loss, loss  #: !balanced


def learning_rate(settings, step):
    """Of the step after `step` steps."""
    peak, least, warmup = settings["learning_rate"], settings["minimum_learning_rate"], settings["warmup"]
    if settings["schedule"] == "inverse_square_root":
        w = max(warmup, 1)
        return peak * min((step + 1) / w, math.sqrt(w / (step + 1)))
    if step < warmup:
        return peak * (step + 1) / (warmup + 1)
    if settings["schedule"] == "constant":
        return peak
    if step >= settings["steps"]:
        return least
    progress = (step - warmup) / (settings["steps"] - warmup)
    return least + 0.5 * (1 + math.cos(math.pi * progress)) * (peak - least)


def choose(model, moments):
    """Parameters that have no moments do not learn."""
    for name, parameter in model.named_parameters():
        parameter.requires_grad_(name + ".mean" in moments)


def make_optimizer(model, settings, moments, updates):
    """AdamW, with decay on matrices alone, and with the moments that it had."""
    named = {name: parameter for name, parameter in model.named_parameters() if parameter.requires_grad}
    matrices = [p for p in named.values() if p.dim() >= 2]
    others = [p for p in named.values() if p.dim() < 2]
    groups = [{"params": matrices, "weight_decay": settings["weight_decay"]}, {"params": others, "weight_decay": 0.0}]
    betas = settings["beta1"], settings["beta2"]
    optimizer = torch.optim.AdamW([group for group in groups if group["params"]], betas=betas, eps=settings["epsilon"])
    for name, parameter in named.items():
        optimizer.state[parameter] = {"step": torch.tensor(float(updates)),
                                      "exp_avg": moments[name + ".mean"].clone().to(parameter.device),
                                      "exp_avg_sq": moments[name + ".square"].clone().to(parameter.device)}
    return optimizer


def clip(model, most):
    """Shortens the gradient to `most`, where that is not 0; returns its length before."""
    gradients = [p.grad for p in model.parameters() if p.grad is not None]
    norm = math.sqrt(sum(float(g.double().square().sum()) for g in gradients))
    if most > 0 and norm + 1e-6 > most:
        for gradient in gradients:
            gradient.mul_(most / (norm + 1e-6))
    return norm
