# Layers that work on each position by itself.

def linear(x, weight, bias=0.0):
    """y = W·x + b for each row of x: [...,in] to [...,out], W [out,in]."""
    return x @ weight.T + bias


def weighted_rows(x, table):
    """y = x·W: the sum of the table's rows, each times a number: [...,F] to [...,C], W [F,C]."""
    return x @ table


def add(a, b):
    """y = a + b."""
    return a + b


def multiply(a, b):
    """y = a · b, cell by cell."""
    return a * b


def divide(x, by):
    """y = x / by."""
    return x / by


def mean(x):
    """mu = (1/C) · sum over c of x[c]: [...,C] to [...,1]."""
    return x.mean(axis=-1, keepdims=True)


def variance(x, mean):
    """sigma^2 = (1/C) · sum over c of (x[c] - mu)^2."""
    return ((x - mean) ** 2).mean(axis=-1, keepdims=True)


def normalize(x, mean, variance, epsilon):
    """y = (x - mu) / sqrt(sigma^2 + epsilon)."""
    return (x - mean) / np.sqrt(variance + epsilon)


def mean_square(x):
    """m = (1/C) · sum over c of x[c]^2."""
    return (x**2).mean(axis=-1, keepdims=True)


def rms_normalize(x, mean_square, epsilon):
    """y = x / sqrt(m + epsilon)."""
    return x / np.sqrt(mean_square + epsilon)


def scale_and_shift(x, gamma, beta=0.0):
    """y = gamma · x + beta."""
    return gamma * x + beta


def relu(x):
    """y = max(0, x)."""
    return np.maximum(0.0, x)


def relu_squared(x):
    """y = max(0, x)^2. So et al. 2021."""
    return np.maximum(0.0, x) ** 2


def gelu(x):
    """y = x · Phi(x) = x/2 · (1 + erf(x/sqrt(2))). Hendrycks and Gimpel 2016."""
    erf = np.vectorize(math.erf, otypes=[np.float64])
    return 0.5 * x * (1.0 + erf(x / math.sqrt(2.0)))


def gelu_tanh(x):
    """y = x/2 · (1 + tanh(sqrt(2/pi) · (x + 0.044715 · x^3))), an approximation of gelu."""
    return 0.5 * x * (1.0 + np.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3)))


def silu(x):
    """y = x · sigmoid(x)."""
    return x * sigmoid(x)


def sigmoid(x):
    """y = 1 / (1 + exp(-x))."""
    return 1.0 / (1.0 + np.exp(-x))


def tanh(x):
    """y = tanh(x)."""
    return np.tanh(x)


def identity(x):
    """y = x."""
    return x


def join_columns(a, b):
    """y = [a; b], concatenated."""
    return np.concatenate([a, b], axis=-1)
