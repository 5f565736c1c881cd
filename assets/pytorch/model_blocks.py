# Blocks of a Transformer. B sequences, T positions, C width, H heads, D cells of a head.

class Embedding(nn.Embedding):
    """Each token's row of a table; zeros for a token that the vocabulary lacks, which has the number -1."""

    def forward(self, tokens):
        return super().forward(tokens.clamp(min=0)) * (tokens >= 0).unsqueeze(-1)


class Norm(nn.Module):
    #:{ rms
    """y = gamma · x / sqrt(mean square of x + epsilon) (RMSNorm, Zhang and Sennrich 2019)."""
    #:}
    #:{ !rms
    """y = gamma · (x - mean) / sqrt(variance + epsilon) + beta (LayerNorm, Ba et al. 2016)."""
    #:}

    def __init__(self, c):
        super().__init__()
        self.epsilon = c.norm_epsilon
        self.gamma = nn.Parameter(torch.ones(c.width))
        self.beta = nn.Parameter(torch.zeros(c.width))  #: !rms bias

    def forward(self, x):
        return self.gamma * x * torch.rsqrt(x.square().mean(-1, keepdim=True) + self.epsilon)  #: rms
        return F.layer_norm(x, x.shape[-1:], self.gamma, self.beta, self.epsilon)  #: !rms bias
        return F.layer_norm(x, x.shape[-1:], self.gamma, None, self.epsilon)  #: !rms !bias


def sinusoids(positions, width):
    #:{ !sine_halves
    """Waves, sine and cosine in turn, fast ones first (Vaswani et al. 2017): [T,C]."""
    #:}
    #:{ sine_halves
    """Waves, all sines and then all cosines, fast ones first (after Vaswani et al. 2017): [T,C]."""
    #:}
    place = torch.arange(positions, dtype=torch.float64).unsqueeze(-1)
    column = torch.arange(width, dtype=torch.float64)
    column = torch.cat((column[0::2], column[1::2]))  #: sine_halves
    angle = place / 10000.0 ** (2 * (column // 2) / width)
    return torch.where(column % 2 == 0, angle.sin(), angle.cos()).float()


def rotary_angles(c, positions):
    #:{ !linear_angles !llama3_angles !yarn_angles
    """position / base^(2i/R), the angle of each pair i of the R cells that are turned: [T,R/2]."""
    #:}
    #:{ linear_angles
    """position / (factor · base^(2i/R)), the angle of each pair i of the R cells that are turned: [T,R/2]."""
    #:}
    #:{ llama3_angles
    """position / (s[i] · base^(2i/R)), the angle of each pair i of the R cells that are turned: [T,R/2]. The slowing
    s[i] is 1 for short waves and the factor for long ones (Llama 3.1)."""
    #:}
    #:{ yarn_angles
    """position / (s[i] · base^(2i/R)), the angle of each pair i of the R cells that are turned: [T,R/2]. The slowing
    s[i] is 1 for short waves and the factor for long ones (YaRN, Peng et al. 2023)."""
    #:}
    size = c.head_width or c.width // c.heads
    turned = int(c.rotary_share * size + 1e-6)  #: partly_turned
    turned = size  #: !partly_turned
    pair = torch.arange(turned // 2, dtype=torch.float64)
    place = torch.arange(positions, dtype=torch.float64).unsqueeze(-1)
    divisor = c.rotary_base ** (2 * pair / turned)
    divisor = divisor * c.rotary_factor  #: linear_angles
    #:{ llama3_angles
    turns = c.rotary_original / (2 * math.pi * divisor)
    kept = ((turns - c.rotary_low) / (c.rotary_high - c.rotary_low)).clamp(0, 1)
    divisor = divisor / ((1 - kept) / c.rotary_factor + kept)
    #:}
    #:{ yarn_angles
    ends = [turned * math.log(c.rotary_original / (2 * math.pi * times)) / (2 * math.log(c.rotary_base))
            for times in (c.rotary_high, c.rotary_low)]
    first, last = max(math.floor(ends[0]), 0), min(math.ceil(ends[1]), turned - 1)
    kept = 1 - ((pair - first) / max(last - first, 0.001)).clamp(0, 1)
    divisor = divisor / ((1 - kept) / c.rotary_factor + kept)
    #:}
    return place / divisor


#:{ yarn_angles
def turn(x, angles, gain):
    """Cells 2i and 2i + 1 of each head of x [B,H,T,D], as a point of the plane, turned (Su et al. 2021), times the
    gain."""
#:}
#:{ !yarn_angles
def turn(x, angles):
    """Cells 2i and 2i + 1 of each head of x [B,H,T,D], as a point of the plane, turned (Su et al. 2021)."""
#:}
    turned = x[..., : 2 * angles.shape[-1]]  #: partly_turned
    rest = x[..., 2 * angles.shape[-1]:]  #: partly_turned
    turned = x  #: !partly_turned
    cosine, sine = (gain * angles.cos()).to(x), (gain * angles.sin()).to(x)  #: yarn_angles
    cosine, sine = angles.cos().to(x), angles.sin().to(x)  #: !yarn_angles
    even, odd = turned[..., 0::2], turned[..., 1::2]
    pairs = torch.stack((even * cosine - odd * sine, even * sine + odd * cosine), dim=-1)
    return torch.cat((pairs.flatten(-2), rest), dim=-1)  #: partly_turned
    return pairs.flatten(-2)  #: !partly_turned


def distances(queries, keys, device):
    """k - q for each query q and key k: [Tq,Tk]."""
    return torch.arange(keys, device=device) - torch.arange(queries, device=device).unsqueeze(-1)


def distance_slopes(heads):
    """What a position of distance costs in each head, 2^(-8h/H) (ALiBi, Press et al. 2022)."""
    lower = 2 ** int(math.log2(heads))
    slopes = [2.0 ** (-8.0 * h / lower) for h in range(1, lower + 1)]
    slopes += [2.0 ** (-8.0 * h / (2 * lower)) for h in range(1, 2 * (heads - lower) + 1, 2)]
    return torch.tensor(slopes)


def distance_bias(heads, queries, keys, device):
    """-slope · |k - q|: [H,Tq,Tk], added to scores."""
    slopes = distance_slopes(heads).to(device)
    return -slopes[:, None, None] * distances(queries, keys, device).abs()


def distance_buckets(c, apart, both_sides):
    """Which bucket each distance k - q is in (T5, Raffel et al. 2020): short ones have one each, longer ones share
    theirs."""
    buckets = c.relative_buckets // 2 if both_sides else c.relative_buckets
    length = apart.abs() if both_sides else (-apart).clamp(min=0)
    exact = buckets // 2
    doublings = torch.log2(length.clamp(min=1).double() / exact)
    far = (buckets - exact) * doublings / math.log2(c.relative_distance / exact)
    far = (exact + far.long()).clamp(max=buckets - 1)
    bucket = torch.where(length < exact, length, far)
    return bucket + buckets * (apart > 0) if both_sides else bucket


def seen_keys(c, queries, keys, device, causal=False, lengths=None, windowed=True):
    """Which keys each query sees: [1,1,Tq,Tk], or [B,1,Tq,Tk] where sequences have `lengths`."""
    apart = distances(queries, keys, device)
    seen = torch.ones(queries, keys, dtype=torch.bool, device=device)
    if causal:
        seen = apart <= 0
    #:{ window
    if windowed:
        near = apart.abs() < c.window
        near = near | (torch.arange(keys, device=device) < c.sinks)  #: sinks
        seen = seen & near
    #:}
    seen = seen[None, None]
    if lengths is not None:
        seen = seen & (torch.arange(keys, device=device) < lengths[:, None, None, None])
    return seen


class Attention(nn.Module):
    """Multi-head attention (Vaswani et al. 2017): softmax(q·kᵀ/√D)·v in each head."""

    def __init__(self, c):
        super().__init__()
        self.size = c.head_width or c.width // c.heads
        self.groups = c.heads // c.key_value_heads  #: grouped
        keys = (c.key_value_heads or c.heads) * self.size
        self.query = nn.Linear(c.width, c.heads * self.size)  #: qkv_bias
        self.key = nn.Linear(c.width, keys)  #: qkv_bias
        self.value = nn.Linear(c.width, keys)  #: qkv_bias
        self.query = nn.Linear(c.width, c.heads * self.size, bias=False)  #: !qkv_bias
        self.key = nn.Linear(c.width, keys, bias=False)  #: !qkv_bias
        self.value = nn.Linear(c.width, keys, bias=False)  #: !qkv_bias
        self.output = nn.Linear(c.heads * self.size, c.width, bias=c.bias)
        self.gain = c.rotary_gain or 1 + 0.1 * math.log(c.rotary_factor)  #: yarn_angles
        self.dropout = nn.Dropout(c.dropout)

    def split(self, x):
        """[B,T,H·D] as [B,H,T,D]."""
        return x.unflatten(-1, (-1, self.size)).transpose(1, 2)

    def forward(self, x, memory, seen, angles=None, bias=None):
        """x [B,Tq,C] looks at memory [B,Tk,C], where `seen` allows. Positions turn queries and keys by `angles`, or
        add `bias` to scores."""
        q, k, v = self.split(self.query(x)), self.split(self.key(memory)), self.split(self.value(memory))
        #:{ rotary
        if angles is not None:
            q, k = (turn(x, angles[: x.shape[2]], self.gain) for x in (q, k))  #: yarn_angles
            q, k = turn(q, angles[: q.shape[2]]), turn(k, angles[: k.shape[2]])  #: !yarn_angles
        #:}
        #:{ grouped
        k, v = k.repeat_interleave(self.groups, dim=1), v.repeat_interleave(self.groups, dim=1)
        #:}
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.size)  #: scaled
        scores = q @ k.transpose(-2, -1)  #: !scaled
        #:{ score_bias
        if bias is not None:
            scores = scores + bias
        #:}
        scores = scores.masked_fill(~seen, torch.finfo(scores.dtype).min)
        weights = self.dropout(scores.softmax(dim=-1))
        return self.output((weights @ v).transpose(1, 2).flatten(2))


def activate(x):
    return F.relu(x)  #: relu
    return F.relu(x).square()  #: relu_squared
    return F.gelu(x)  #: gelu
    return F.gelu(x, approximate="tanh")  #: gelu_tanh
    return F.silu(x)  #: silu


class FeedForward(nn.Module):
    """A network with one hidden layer, of each position by itself."""

    def __init__(self, c):
        super().__init__()
        self.expand = nn.Linear(c.width, c.feed_forward, bias=c.bias)  #: !gated
        self.gate = nn.Linear(c.width, c.feed_forward, bias=c.bias)  #: gated
        self.up = nn.Linear(c.width, c.feed_forward, bias=c.bias)  #: gated
        self.contract = nn.Linear(c.feed_forward, c.width, bias=c.bias)

    def forward(self, x, lengths=None):
        return self.contract(activate(self.expand(x)))  #: !gated
        return self.contract(activate(self.gate(x)) * self.up(x))  #: gated


class Experts(nn.Module):
    """Several networks, of which a router chooses a few for each position (Shazeer et al. 2017)."""

    def __init__(self, c):
        super().__init__()
        self.chosen = c.experts_per_token
        self.router = nn.Linear(c.width, c.experts, bias=False)
        self.experts = nn.ModuleList(FeedForward(c) for _ in range(c.experts))
        self.penalty = None  # of the last pass, [B]

    def forward(self, x, lengths=None):
        probabilities = self.router(x).softmax(dim=-1)
        best = probabilities.topk(self.chosen, dim=-1).indices
        selected = torch.zeros_like(probabilities).scatter(-1, best, 1.0)
        gates = probabilities * selected
        if self.chosen > 1:
            gates = gates / gates.sum(dim=-1, keepdim=True)
        self.penalty = self.unevenness(probabilities, selected, lengths)
        return sum(gates[..., e: e + 1] * expert(x) for e, expert in enumerate(self.experts))

    def unevenness(self, probabilities, selected, lengths):
        """E · sum over e of (share of choices · mean probability), 1 where all experts are used alike
        (Fedus et al. 2021): [B]."""
        place = torch.arange(probabilities.shape[1], device=probabilities.device)
        real = torch.ones_like(place)[None] if lengths is None else (place < lengths[:, None]).long()
        real = real.unsqueeze(-1).to(probabilities)
        count = real.sum(dim=1)
        load = (selected * real).sum(dim=1) / (self.chosen * count)
        importance = (probabilities * real).sum(dim=1) / count
        return len(self.experts) * (load * importance).sum(dim=-1)


class Block(nn.Module):
    """Attention and a feed-forward network, each added to what it reads."""

    def __init__(self, c, cross=False):
        super().__init__()
        self.self_attention = Attention(c)
        self.attention_norm = Norm(c)  #: norms
        #:{ cross
        self.cross_attention = Attention(c) if cross else None
        self.cross_attention_norm = Norm(c) if cross else None  #: norms
        #:}
        self.feed_forward = FeedForward(c)  #: feed_forward !experts
        self.feed_forward = Experts(c)  #: feed_forward experts
        self.feed_forward_norm = Norm(c)  #: feed_forward norms
        self.dropout = nn.Dropout(c.dropout)

    def forward(self, x, seen, angles=None, bias=None, lengths=None, memory=None, memory_seen=None):
        entered = x  #: parallel
        read = self.attention_norm(x)  #: pre
        read = x  #: !pre
        x = x + self.dropout(self.self_attention(read, read, seen, angles, bias))
        x = self.attention_norm(x)  #: post
        #:{ cross
        if memory is not None:
            read = self.cross_attention_norm(x)  #: pre
            read = x  #: !pre
            x = x + self.dropout(self.cross_attention(read, memory, memory_seen))
            x = self.cross_attention_norm(x)  #: post
        #:}
        #:{ feed_forward
        read = self.feed_forward_norm(entered)  #: pre parallel
        read = self.feed_forward_norm(x)  #: pre !parallel
        read = entered  #: !pre parallel
        read = x  #: !pre !parallel
        x = x + self.dropout(self.feed_forward(read, lengths))
        x = self.feed_forward_norm(x)  #: post
        #:}
        return x


class Stack(nn.Module):
    """Blocks one after another."""

    def __init__(self, c, causal=False, cross=False):
        super().__init__()
        self.c, self.causal = c, causal
        layers = c.layers  #: !decoder_layers
        layers = c.decoder_layers if cross else c.layers  #: decoder_layers
        self.layers = nn.ModuleList(Block(c, cross) for _ in range(layers))
        self.layers[0].self_attention.relative_bias = nn.Embedding(c.relative_buckets, c.heads)  #: relative_bias
        self.norm = Norm(c)  #: pre

    def forward(self, x, lengths=None, hidden_after=None, memory=None, memory_lengths=None):
        """x [B,T,C]; of each sequence `lengths` positions are real, and none after `hidden_after` is seen."""
        positions = x.shape[1]
        angles = bias = memory_seen = None
        angles = rotary_angles(self.c, positions).to(x.device)  #: rotary
        bias = distance_bias(self.c.heads, positions, positions, x.device)  #: alibi
        #:{ relative_bias
        buckets = distance_buckets(self.c, distances(positions, positions, x.device), both_sides=not self.causal)
        bias = self.layers[0].self_attention.relative_bias(buckets).permute(2, 0, 1)
        #:}
        #:{ cross
        if memory is not None:
            memory_seen = seen_keys(self.c, positions, memory.shape[1], x.device, lengths=memory_lengths, windowed=False)
        #:}
        for number, block in enumerate(self.layers, 1):
            windowed = True  #: window !some_windows
            windowed = number % self.c.window_every == 0  #: some_windows
            windowed = False  #: !window
            seen = seen_keys(self.c, positions, positions, x.device, self.causal, hidden_after, windowed)
            x = block(x, seen, angles, bias, lengths, memory, memory_seen)
        x = self.norm(x)  #: pre
        return x


class SequenceInput(nn.Module):
    """Vectors of a text or a picture, with a class vector in front and with positions, where the model has these."""

    def __init__(self, c, length):
        super().__init__()
        self.width = c.width
        self.class_token = nn.Parameter(torch.zeros(c.width))  #: class_token
        self.positions = nn.Embedding(length + 1, c.width)  #: learned class_token
        self.positions = nn.Embedding(length, c.width)  #: learned !class_token !padded
        self.positions = nn.Embedding(length + 1, c.width)  #: padded
        self.norm = Norm(c)  #: input_norm
        self.dropout = nn.Dropout(c.dropout)

    def enter(self, x, places=None):
        """x [B,T,C], as the first block reads it."""
        x = torch.cat((self.class_token.expand(x.shape[0], 1, -1), x), dim=1)  #: class_token
        x = x + self.positions.weight[: x.shape[1]]  #: learned !padded
        x = x + self.positions(places)  #: padded
        x = x + sinusoids(x.shape[1], self.width).to(x)  #: waves
        x = self.norm(x)  #: input_norm
        return self.dropout(x)


class TextInput(SequenceInput):
    """Tokens as vectors."""

    def __init__(self, c, vocabulary):
        super().__init__(c, c.context)
        #:{ shared
        if vocabulary:  # else the table of the other text
            self.embedding = Embedding(vocabulary, c.width)
        #:}
        self.embedding = Embedding(vocabulary, c.width)  #: !shared
        self.segments = nn.Embedding(c.segments, c.width)  #: segments
        self.padding_token = c.padding_token  #: padded

    def forward(self, tokens, segments=None, embedding=None):
        x = (embedding or self.embedding)(tokens)  #: shared
        x = self.embedding(tokens)  #: !shared
        x = x * math.sqrt(self.width)  #: scaled_embedding
        x = x + self.segments(torch.zeros_like(tokens) if segments is None else segments)  #: segments
        counts = tokens != self.padding_token  #: padded
        return self.enter(x, counts.cumsum(dim=1) * counts)  #: padded
        return self.enter(x)  #: !padded


class PictureInput(SequenceInput):
    """Patches of a picture as vectors (Dosovitskiy et al. 2021)."""

    def __init__(self, c):
        super().__init__(c, (c.picture_size // c.patch_size) ** 2)
        self.c = c
        self.projection = nn.Linear(c.picture_channels * c.patch_size**2, c.width, bias=c.bias)

    def forward(self, pictures):
        pictures = (pictures - self.c.pixel_mean) / self.c.pixel_deviation  #: pixel_scale
        patches = F.unfold(pictures, self.c.patch_size, stride=self.c.patch_size).transpose(1, 2)
        return self.enter(self.projection(patches))


class Output(nn.Module):
    """From a vector to a number for each token or class."""

    def __init__(self, c, width=None):
        super().__init__()
        self.dense = nn.Linear(c.width, c.width, bias=c.bias)  #: output_layer
        self.norm = Norm(c)  #: transform
        self.weight = nn.Parameter(torch.zeros(c.target_vocabulary, width or c.width))  #: !tied
        self.bias = nn.Parameter(torch.zeros(c.target_vocabulary))  #: logit_bias

    def forward(self, x, embedding):
        x = self.norm(activate(self.dense(x)))  #: transform
        x = torch.tanh(self.dense(x))  #: tanh_layer
        x = F.relu(self.dense(x))  #: relu_layer
        x = x / math.sqrt(x.shape[-1])  #: scaled_output
        return F.linear(x, embedding.weight, self.bias)  #: tied logit_bias
        return F.linear(x, embedding.weight)  #: tied !logit_bias
        return F.linear(x, self.weight, self.bias)  #: !tied logit_bias
        return F.linear(x, self.weight)  #: !tied !logit_bias
