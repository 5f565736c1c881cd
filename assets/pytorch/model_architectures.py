# The model.

def mean_of_real(x, lengths=None):
    """The mean over the real positions of x [B,T,C]: [B,1,C]."""
    if lengths is None:
        return x.mean(dim=1, keepdim=True)
    real = (torch.arange(x.shape[1], device=x.device) < lengths[:, None]).unsqueeze(-1).to(x)
    return (x * real).sum(dim=1, keepdim=True) / lengths[:, None, None]


def pool(x, lengths=None):
    """One vector of many: [B,T,C] to [B,1,C]."""
    return mean_of_real(x, lengths)  #: mean
    return x[:, :1]  #: first


class Gpt(nn.Module):
    """A decoder-only Transformer: tokens [B,T] to the logits of each next one [B,T,V]."""

    reads = ("input", "input_lengths")

    def __init__(self, c):
        super().__init__()
        self.c = c
        self.target = TextInput(c, c.target_vocabulary)
        self.decoder = Stack(c, causal=c.causal)
        self.output = Output(c)

    def forward(self, tokens, lengths=None):
        hidden = None if self.c.causal else lengths
        return self.output(self.decoder(self.target(tokens), lengths, hidden), self.target.embedding)


class Encoder(nn.Module):
    """An encoder-only Transformer: a text [B,T] to logits of each position [B,T,V], or of one class [B,1,V]."""

    reads = ("source", "source_lengths")  #: !segments
    reads = ("source", "source_lengths", "source_segments")  #: segments

    def __init__(self, c):
        super().__init__()
        self.source = TextInput(c, c.source_vocabulary)
        self.encoder = Stack(c)
        self.output = Output(c)

    def forward(self, tokens, lengths=None, segments=None):
        x = self.source(tokens, segments)
        #:{ class_token
        if lengths is not None:
            lengths = lengths + 1
        #:}
        x = self.encoder(x, lengths, lengths)
        x = pool(x, lengths)  #: pools
        return self.output(x, self.source.embedding)


class EncoderDecoder(nn.Module):
    #:{ !pictures
    """The Transformer of 2017: a text [B,Ts] and the answer so far [B,T] to the logits of its next tokens [B,T,V]."""

    reads = ("source", "source_lengths", "input", "input_lengths")
    #:}
    #:{ pictures
    """A picture and the description so far [B,T] to the logits of its next tokens [B,T,V]."""

    reads = ("pictures", "input", "input_lengths")
    #:}

    def __init__(self, c):
        super().__init__()
        self.c = c
        self.target = TextInput(c, c.target_vocabulary)
        self.source = TextInput(c, c.source_vocabulary)  #: !pictures !shared
        self.source = TextInput(c, None)  #: !pictures shared
        self.picture = PictureInput(c)  #: pictures
        self.encoder = Stack(c)
        self.decoder = Stack(c, causal=c.causal, cross=True)
        self.output = Output(c)

    #:{ !pictures
    def forward(self, source, source_lengths, tokens, lengths=None):
        read = self.source(source)  #: !shared
        read = self.source(source, embedding=self.target.embedding)  #: shared
        memory = self.encoder(read, source_lengths, source_lengths)
        return self.decode(tokens, lengths, memory, source_lengths)
    #:}
    #:{ pictures
    def forward(self, pictures, tokens, lengths=None):
        return self.decode(tokens, lengths, self.encoder(self.picture(pictures)), None)
    #:}

    def decode(self, tokens, lengths, memory, memory_lengths):
        hidden = None if self.c.causal else lengths
        x = self.decoder(self.target(tokens), lengths, hidden, memory, memory_lengths)
        return self.output(x, self.target.embedding)


class Vision(nn.Module):
    """A Vision Transformer: pictures [B,channels,height,width] to the logits of a class [B,1,V]."""

    reads = ("pictures",)

    def __init__(self, c):
        super().__init__()
        self.picture = PictureInput(c)
        self.encoder = Stack(c)
        self.output = Output(c)

    def forward(self, pictures):
        return self.output(pool(self.encoder(self.picture(pictures))), None)


class Recurrent(nn.Module):
    #:{ stream
    """A recurrent network: tokens [B,T] to the logits of each next one [B,T,V]."""

    reads = ("input",)
    #:}
    #:{ !stream
    """A recurrent network: a text [B,T] to logits of each position [B,T,V], or of one class [B,1,V]."""

    reads = ("source", "source_lengths")
    #:}

    def __init__(self, c):
        super().__init__()
        text = nn.Module()
        text.embedding = Embedding(c.target_vocabulary, c.width)  #: stream
        text.embedding = Embedding(c.source_vocabulary, c.width)  #: !stream
        self.target = text  #: stream
        self.source = text  #: !stream
        self.dropout = nn.Dropout(c.dropout)
        self.recurrent = Cells(c, c.width, both_ends=c.bidirectional)
        self.output = Output(c, self.recurrent.width)

    def forward(self, tokens, lengths=None):
        embedding = self.target.embedding  #: stream
        embedding = self.source.embedding  #: !stream
        x, ends = self.recurrent(self.dropout(embedding(tokens)), lengths)
        x = pool(x, lengths)  #: pools !last
        x = torch.cat([hidden for hidden, _ in ends[-(2 if self.recurrent.both_ends else 1):]], dim=-1)[:, None]  #: last
        return self.output(x, embedding)


class RecurrentSeq2Seq(nn.Module):
    """Two recurrent networks: a text [B,S] and the answer so far [B,T] to the logits of its next tokens [B,T,V]."""

    reads = ("source", "source_lengths", "input")

    def __init__(self, c):
        super().__init__()
        self.target, self.source = nn.Module(), nn.Module()
        self.target.embedding = Embedding(c.target_vocabulary, c.width)
        self.source.embedding = Embedding(c.source_vocabulary, c.width)
        self.dropout = nn.Dropout(c.dropout)
        self.encoder = Cells(c, c.width, both_ends=c.bidirectional)
        self.decoder = Cells(c, c.width)  #: !additive
        self.decoder = Cells(c, c.width, context=self.encoder.width)  #: additive
        #:{ bidirectional
        for layer in self.decoder.layers:
            layer.initial_hidden = nn.Linear(2 * c.width, c.width, bias=c.bias)
            layer.initial_cell = nn.Linear(2 * c.width, c.width, bias=c.bias)  #: lstm
        #:}
        self.alignment = Alignment(c, self.encoder.width)  #: aligned
        self.output = Output(c)

    def first_states(self, ends):
        """Where each layer of the decoder begins: with the encoder's last states."""
        return ends  #: !bidirectional
        #:{ bidirectional
        start = []
        for number, layer in enumerate(self.decoder.layers):
            forward, backward = ends[2 * number], ends[2 * number + 1]
            hidden = torch.tanh(layer.initial_hidden(torch.cat((forward[0], backward[0]), dim=-1)))
            cell = hidden  #: !lstm
            cell = layer.initial_cell(torch.cat((forward[1], backward[1]), dim=-1))  #: lstm
            start.append((hidden, cell))
        return start
        #:}

    #:{ additive
    def look_back(self, x, state, memory, lengths):
        """The states of the decoder's first layer, which before each step looks at the encoder's (Bahdanau et al.
        2015)."""
        keys = self.alignment.keys(memory)
        hidden = []
        for t in range(x.shape[1]):
            context = self.alignment(state[0][:, None], keys, memory, lengths)[:, 0]
            state = self.decoder.layers[0].step(x[:, t], state, context)
            hidden.append(state[0])
        return torch.stack(hidden, dim=1)
    #:}

    def forward(self, source, source_lengths, tokens):
        memory, ends = self.encoder(self.dropout(self.source.embedding(source)), source_lengths)
        start = self.first_states(ends)
        x = self.dropout(self.target.embedding(tokens))
        x, _ = self.decoder(x, start=start)  #: !additive
        x = self.look_back(x, start[0], memory, source_lengths)  #: additive
        x, _ = self.decoder(x, start=start, first=1)  #: additive
        #:{ looks_after
        context = self.alignment(x, self.alignment.keys(memory), memory, source_lengths)
        x = torch.tanh(self.alignment.combine(torch.cat((context, x), dim=-1)))  # Luong et al. 2015
        #:}
        return self.output(x, self.target.embedding)


class VisionRecurrent(nn.Module):
    """A recurrent network that begins with a picture: the description so far [B,T] to the logits of its next tokens
    [B,T,V]."""

    reads = ("pictures", "input")

    def __init__(self, c):
        super().__init__()
        self.target, self.picture = nn.Module(), nn.Module()
        self.target.embedding = Embedding(c.target_vocabulary, c.width)
        self.picture.vector = nn.Linear(c.picture_channels * c.picture_size**2, c.width, bias=c.bias)
        self.dropout = nn.Dropout(c.dropout)
        self.decoder = Cells(c, c.width)
        for layer in self.decoder.layers:
            layer.initial_hidden = nn.Linear(c.width, c.width, bias=c.bias)
            layer.initial_cell = nn.Linear(c.width, c.width, bias=c.bias)  #: lstm
        self.output = Output(c)

    def forward(self, pictures, tokens):
        vector = torch.tanh(self.picture.vector(pictures.flatten(1)))
        start = []
        for layer in self.decoder.layers:
            hidden = torch.tanh(layer.initial_hidden(vector))
            cell = hidden  #: !lstm
            cell = layer.initial_cell(vector)  #: lstm
            start.append((hidden, cell))
        x, _ = self.decoder(self.dropout(self.target.embedding(tokens)), start=start)
        return self.output(x, self.target.embedding)


class WordVectors(nn.Module):
    """Word vectors (Mikolov et al. 2013): words [B,S] and candidates [B,K] to a score of each candidate [B,1,K]."""

    reads = ("source", "source_lengths", "input")

    def __init__(self, c):
        super().__init__()
        self.source, self.candidates = nn.Module(), nn.Module()
        self.source.embedding = Embedding(c.source_vocabulary, c.width)
        self.candidates.embedding = Embedding(c.target_vocabulary, c.width)

    def forward(self, words, lengths, candidates):
        mean = mean_of_real(self.source.embedding(words), lengths)
        return mean @ self.candidates.embedding(candidates).transpose(-2, -1)


class Superposition(nn.Module):
    """The toy model of superposition (Elhage et al. 2022): digits [B,T], each a number from 0 to 1, to the numbers
    that come back [B,1,T]."""

    reads = ("source",)

    def __init__(self, c):
        super().__init__()
        self.source, self.output = nn.Module(), nn.Module()
        self.source.features = nn.Module()
        self.source.features.weight = nn.Parameter(torch.zeros(c.context, c.width))
        self.output.bias = nn.Parameter(torch.zeros(c.context))

    def forward(self, digits):
        features = self.source.features.weight
        total = (digits.clamp(min=0).float() / 9.0)[:, None] @ features
        return F.relu(total @ features.T + self.output.bias)


def make_model(c):
    return Gpt(c)  #: gpt
    return Encoder(c)  #: encoder
    return EncoderDecoder(c)  #: encoder_decoder
    return EncoderDecoder(c)  #: vision_decoder
    return Vision(c)  #: vision
    return Recurrent(c)  #: recurrent
    return RecurrentSeq2Seq(c)  #: recurrent_seq2seq
    return VisionRecurrent(c)  #: vision_recurrent
    return WordVectors(c)  #: word_vectors
    return Superposition(c)  #: superposition
