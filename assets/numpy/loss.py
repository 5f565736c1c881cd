# The loss.

def log_softmax(x):
    """y[j] = x[j] - log of the sum over i of exp(x[i])."""
    shifted = x - x.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


def cross_entropy_per_token(logs, targets, smoothing=0.0):
    """-log p(target) of each position [B,T], 0 if the target is negative, which means that it does not count.

    With smoothing s the target counts 1 - s, and every token s/V (Szegedy et al. 2016).
    """
    targets = np.array(targets)
    right = np.take_along_axis(logs, np.maximum(targets, 0)[..., None], axis=-1)[..., 0]
    loss = -(1.0 - smoothing) * right
    if smoothing > 0.0:
        loss = loss - smoothing * logs.mean(axis=-1)
    return np.where(targets < 0, 0.0, loss)


def binary_cross_entropy_per_token(scores, labels):
    """log(1 + exp(score)) - label · score, 0 if the label is negative, which means that it does not count."""
    labels = np.array(labels)
    loss = np.maximum(scores, 0.0) + np.log1p(np.exp(-np.abs(scores))) - labels * scores
    return np.where(labels < 0, 0.0, loss)


def squared_error_per_token(numbers, wanted, importance):
    """importance · (number - wanted)², 0 if the importance is 0, which means that it does not count."""
    return np.array(importance) * (numbers - np.array(wanted)) ** 2


def mean_loss(per_token, count):
    """(1/N) · sum over t of loss[t], where N is the number of positions that count."""
    return per_token.sum() / count


def total_penalty(*penalties, shares):
    """The sum of the penalties of all layers; each sequence is weighted by its share of the targets."""
    return sum((np.array(shares) * penalty).sum() for penalty in penalties)


def add_penalty(loss, penalty, weight):
    """total = loss + weight · penalty."""
    return loss + weight * penalty
