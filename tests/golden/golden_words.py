"""Skip-gram and CBOW with negative sampling, written plainly in PyTorch."""
import torch
import torch.nn.functional as F

import golden_io as io
import golden_models as models


def write_case(name, seed, words):
    """B=3, K=4 negatives; one source word, or up to `words` of them, padded."""
    random = io.Random(seed)
    p = {"source.embedding.weight": random.normal(9, 6, scale=4.0).requires_grad_(),
         "candidates.embedding.weight": random.normal(9, 6, scale=4.0).requires_grad_()}
    source, candidates = random.ids(9, 3, words), random.ids(9, 3, 5)
    lengths = torch.tensor([words, max(words - 2, 1), words])
    target = torch.tensor([[1, 0, 0, 0, 0]] * 3)
    target[1, 3] = models.IGNORED
    real = (torch.arange(words)[None] < lengths[:, None])[..., None]

    def logits():
        vectors = F.embedding(source, p["source.embedding.weight"])
        mean = (vectors * real).sum(1, keepdim=True) / lengths[:, None, None]
        return mean @ F.embedding(candidates, p["candidates.embedding.weight"]).transpose(1, 2)

    counted = target != models.IGNORED
    loss = lambda: F.binary_cross_entropy_with_logits(logits()[:, 0][counted], target[counted].double())
    names = models.named_tensors(p)
    out = {"source": source, "source_lengths": lengths, "input": candidates, "target": target, "logits": logits(),
           **io.values(names, "param.")}
    out.update(models.three_steps(loss, names, list(p.values()), 1e-6))
    io.write(name, out)


def write_all():
    write_case("words_skip_gram", 400, 1)
    write_case("words_cbow", 401, 4)
