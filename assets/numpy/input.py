# What a model reads: tokens, positions, patches of a picture.

def embedding(table, ids, factor=1.0):
    """y[t] = factor · E[id of token t]: one row of the table [V,C] for each token.
    A token without a row gives zeros."""
    ids = np.array(ids)
    rows = factor * table[ids]
    rows[ids < 0] = 0.0
    return rows


def sinusoidal_positions(positions, width, first=0, halves=False):
    """PE[pos,2i] = sin(pos/10000^(2i/C)), PE[pos,2i+1] = cos(pos/10000^(2i/C)): [T,C]. Vaswani et al. 2017.
    With halves, sines are in the first half of the columns and cosines in the second."""
    angle = (first + np.arange(positions))[:, None] / 10000.0 ** (np.arange(0, width, 2) / width)
    table = np.empty((positions, width))
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle[:, : width // 2])
    return np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1) if halves else table


def patches(picture, patch):
    """A picture [B,channels,height,width] split into squares, row by row: [B,P,channels·patch·patch]."""
    b, c, height, width = picture.shape
    squares = picture.reshape(b, c, height // patch, patch, width // patch, patch)
    return squares.transpose(0, 2, 4, 1, 3, 5).reshape(b, -1, c * patch * patch)


def prepend(first, x):
    """Puts the row `first` [C] before all rows of x [B,T,C]: [B,T+1,C]."""
    return np.concatenate([np.broadcast_to(first, (x.shape[0], 1, x.shape[2])), x], axis=1)


def pick_row(x, rows):
    """Row rows[b] of each sequence: [B,T,C] to [B,1,C]."""
    return x[np.arange(x.shape[0]), rows][:, None]


def mean_pooling(x, lengths):
    """The mean of the first lengths[b] rows: [B,T,C] to [B,1,C]."""
    return np.stack([row[:length].mean(axis=0, keepdims=True) for row, length in zip(x, lengths)])
