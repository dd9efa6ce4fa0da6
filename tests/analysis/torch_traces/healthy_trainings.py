"""Trainings with nothing wrong, of the kinds that tempt a tool to accuse them. Each is a function without arguments."""

import copy

import torch
from torch import nn
from torch.nn import functional
from torch.utils.checkpoint import checkpoint

STEPS = 6


def classes(count, features, kinds):
    return torch.randn(count, features), torch.randint(0, kinds, (count,))


def small(features=6, kinds=3, rate=0.0):
    return nn.Sequential(nn.Linear(features, 10), nn.ReLU(), nn.Dropout(rate), nn.Linear(10, kinds))


def batches(x, y, size=8, steps=STEPS):
    for _ in range(steps):
        rows = torch.randint(0, len(x), (size,))
        yield x[rows], y[rows]


def train(model, x, y, optimizer):
    for inputs, targets in batches(x, y):
        optimizer.zero_grad()
        functional.cross_entropy(model(inputs), targets).backward()
        optimizer.step()


class Bert(nn.Module):
    """An encoder of words with a masked part of the attention, and a pooled head."""

    def __init__(self):
        super().__init__()
        self.words, self.places = nn.Embedding(40, 16), nn.Embedding(12, 16)
        self.norm, self.drop = nn.LayerNorm(16), nn.Dropout(0.1)
        layer = nn.TransformerEncoderLayer(16, 2, 32, 0.1, "gelu", batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.pooler, self.head = nn.Linear(16, 16), nn.Linear(16, 2)

    def forward(self, words, padded):
        hidden = self.words(words) + self.places(torch.arange(words.shape[1]))
        hidden = self.encoder(self.drop(self.norm(hidden)), src_key_padding_mask=padded)
        return self.head(torch.tanh(self.pooler(hidden[:, 0])))


def bert():
    model = Bert()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, 0.1, total_iters=4)
    words, kinds = torch.randint(0, 40, (24, 10)), torch.randint(0, 2, (24,))
    padded = torch.arange(10) >= torch.randint(5, 11, (24, 1))
    for _ in range(STEPS):
        rows = torch.randint(0, 24, (8,))
        optimizer.zero_grad()
        functional.cross_entropy(model(words[rows], padded[rows]), kinds[rows]).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
    model.eval()
    with torch.no_grad():
        print(functional.cross_entropy(model(words, padded), kinds).item())


class Gpt(nn.Module):
    """A decoder whose head shares the embedding's weight."""

    def __init__(self):
        super().__init__()
        self.words, self.places = nn.Embedding(30, 16), nn.Embedding(16, 16)
        self.first, self.mix, self.out = nn.LayerNorm(16), nn.Linear(16, 48), nn.Linear(16, 16)
        self.head = nn.Linear(16, 30, bias=False)
        self.head.weight = self.words.weight

    def forward(self, words):
        hidden = self.words(words) + self.places(torch.arange(words.shape[1]))
        query, key, value = self.mix(self.first(hidden)).chunk(3, -1)
        rate = 0.1 if self.training else 0.0
        mixed = functional.scaled_dot_product_attention(query, key, value, is_causal=True, dropout_p=rate)
        return self.head(hidden + self.out(mixed))


def gpt():
    model = Gpt()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    text = torch.randint(0, 30, (30, 12))
    for _ in range(STEPS):
        rows = torch.randint(0, 30, (6,))
        logits = model(text[rows, :-1])
        loss = functional.cross_entropy(logits.flatten(0, 1), text[rows, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    words = text[:1, :3]
    with torch.no_grad():
        for _ in range(4):
            words = torch.cat([words, torch.multinomial(model(words)[:, -1].softmax(-1), 1)], 1)
    print(words)


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = (
            nn.Conv2d(4, 4, 3, padding=1, bias=False),
            nn.Conv2d(4, 4, 3, padding=1, bias=False),
        )
        self.first, self.second = nn.BatchNorm2d(4), nn.BatchNorm2d(4)
        nn.init.zeros_(self.second.weight)

    def forward(self, x):
        return functional.relu(x + self.second(self.two(functional.relu(self.first(self.one(x))))))


def resnet():
    model = nn.Sequential(
        nn.Conv2d(3, 4, 3),
        nn.BatchNorm2d(4),
        Residual(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(4, 3),
    )
    x, y = torch.randn(32, 3, 10, 10), torch.randint(0, 3, (32,))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS)
    for inputs, targets in batches(x, y):
        model.train()
        optimizer.zero_grad()
        functional.cross_entropy(model(inputs), targets, label_smoothing=0.1).backward()
        optimizer.step()
        scheduler.step()
        model.eval()
        with torch.no_grad():
            print((model(x).argmax(1) == y).float().mean().item())


class Vit(nn.Module):
    """Patches, a class token, positions."""

    def __init__(self):
        super().__init__()
        self.patches = nn.Conv2d(3, 16, 4, stride=4)
        self.token, self.places = (
            nn.Parameter(torch.zeros(1, 1, 16)),
            nn.Parameter(torch.randn(1, 5, 16) * 0.02),
        )
        layer = nn.TransformerEncoderLayer(16, 2, 32, 0.0, batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.head = nn.Linear(16, 3)

    def forward(self, images):
        patches = self.patches(images).flatten(2).transpose(1, 2)
        tokens = torch.cat([self.token.expand(len(images), -1, -1), patches], 1) + self.places
        return self.head(self.encoder(tokens)[:, 0])


def vit():
    model = Vit()
    x, y = torch.rand(24, 3, 8, 8), torch.randint(0, 3, (24,))
    train(model, x, y, torch.optim.AdamW(model.parameters(), lr=1e-3))


def frozen_backbone():
    body = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU()).requires_grad_(False).eval()
    head = nn.Linear(8, 3)
    x, y = classes(30, 6, 3)
    optimizer = torch.optim.Adam(head.parameters(), lr=0.01)
    for inputs, targets in batches(x, y):
        with torch.no_grad():
            seen = body(inputs)
        optimizer.zero_grad()
        functional.cross_entropy(head(seen), targets).backward()
        optimizer.step()


def teacher_and_pupil():
    teacher, pupil = small().eval(), nn.Linear(6, 3)
    x, _ = classes(30, 6, 3)
    optimizer = torch.optim.SGD(pupil.parameters(), lr=0.1)
    for _ in range(STEPS):
        rows = torch.randint(0, 30, (8,))
        with torch.no_grad():
            wanted = teacher(x[rows]).softmax(1)
        optimizer.zero_grad()
        functional.kl_div(pupil(x[rows]).log_softmax(1), wanted, reduction="batchmean").backward()
        optimizer.step()


def average_of_weights():
    """A copy that follows by an exponential average, as momentum encoders do."""
    model = small()
    follower = copy.deepcopy(model).requires_grad_(False)
    x, _ = classes(30, 6, 3)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(STEPS):
        rows = torch.randint(0, 30, (8,))
        with torch.no_grad():
            wanted = follower(x[rows])
        optimizer.zero_grad()
        functional.mse_loss(model(x[rows]), wanted + 0.1).backward()
        optimizer.step()
        with torch.no_grad():
            for mine, theirs in zip(follower.parameters(), model.parameters(), strict=True):
                mine.mul_(0.9).add_(theirs, alpha=0.1)


def forger_and_judge():
    forger, judge = nn.Linear(4, 6), nn.Sequential(nn.Linear(6, 8), nn.LeakyReLU(), nn.Linear(8, 1))
    real = torch.randn(40, 6)
    one, two = torch.optim.Adam(forger.parameters(), lr=0.01), torch.optim.Adam(judge.parameters(), lr=0.01)
    for _ in range(STEPS):
        fake = forger(torch.randn(8, 4))
        two.zero_grad()
        true = judge(real[torch.randint(0, 40, (8,))])
        loss = functional.binary_cross_entropy_with_logits(true, torch.ones(8, 1))
        false = judge(fake.detach())
        (loss + functional.binary_cross_entropy_with_logits(false, torch.zeros(8, 1))).backward()
        two.step()
        one.zero_grad()
        functional.binary_cross_entropy_with_logits(judge(fake), torch.ones(8, 1)).backward()
        one.step()


def parts_of_a_batch():
    model, parts = small(), 3
    x, y = classes(60, 6, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(STEPS):
        optimizer.zero_grad(set_to_none=False)
        for rows in torch.randperm(60)[:24].split(8):
            (functional.cross_entropy(model(x[rows]), y[rows]) / parts).backward()
        optimizer.step()


def two_losses():
    """Two passes, one for each loss, whose gradients add up as they are meant to."""
    model = small()
    x, y = classes(40, 6, 3)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for inputs, targets in batches(x, y):
        optimizer.zero_grad()
        functional.cross_entropy(model(inputs), targets).backward()
        (1e-3 * sum(p.square().sum() for p in model.parameters())).backward()
        optimizer.step()


def half_precision():
    model = small()
    x, y = classes(40, 6, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=256.0)
    for inputs, targets in batches(x, y):
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = functional.cross_entropy(model(inputs), targets)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()


def computed_twice():
    """Checkpointing runs the forward pass again in the backward pass."""
    body, head = small(6, 6, 0.2), nn.Linear(6, 3)
    x, y = classes(40, 6, 3)
    optimizer = torch.optim.Adam([*body.parameters(), *head.parameters()], lr=0.01)
    for inputs, targets in batches(x, y):
        optimizer.zero_grad()
        hidden = checkpoint(body, inputs, use_reentrant=False)
        functional.cross_entropy(head(hidden), targets).backward()
        optimizer.step()


def samples_of_doubt():
    """Monte Carlo dropout: the model is evaluated, its dropout goes on drawing."""
    model = small(rate=0.3)
    x, y = classes(40, 6, 3)
    train(model, x, y, torch.optim.Adam(model.parameters(), lr=0.01))
    model.eval()
    for layer in model:
        if isinstance(layer, nn.Dropout):
            layer.train()
    with torch.no_grad():
        print(torch.stack([model(x) for _ in range(4)]).std(0).mean().item())


def pictures_and_captions():
    """A contrastive loss: each picture against all captions, and the other way."""
    left, right = nn.Linear(6, 8), nn.Linear(5, 8)
    pictures, captions = torch.randn(40, 6), torch.randn(40, 5)
    optimizer = torch.optim.Adam([*left.parameters(), *right.parameters()], lr=0.01)
    for _ in range(STEPS):
        rows = torch.randperm(40)[:8]
        one, two = functional.normalize(left(pictures[rows])), functional.normalize(right(captions[rows]))
        logits = one @ two.T / 0.1
        same = torch.arange(8)
        optimizer.zero_grad()
        (functional.cross_entropy(logits, same) + functional.cross_entropy(logits.T, same)).backward()
        optimizer.step()


def latent_normal():
    """A variational autoencoder draws in evaluation too."""
    encoder, decoder = nn.Linear(6, 4), nn.Linear(2, 6)
    x = torch.randn(40, 6)
    optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=0.01)

    def rebuilt(inputs):
        mean, spread = encoder(inputs).chunk(2, 1)
        latent = mean + torch.randn_like(mean) * spread.exp()
        divergence = -0.5 * (1 + 2 * spread - mean**2 - (2 * spread).exp()).sum(1).mean()
        return functional.mse_loss(decoder(latent), inputs) + 0.01 * divergence

    for _ in range(STEPS):
        optimizer.zero_grad()
        rebuilt(x[torch.randint(0, 40, (8,))]).backward()
        optimizer.step()
    encoder.eval(), decoder.eval()
    with torch.no_grad():
        print(rebuilt(x).item())


def stages_with_their_own_rates():
    model = small()
    x, y = classes(40, 6, 3)
    train(model, x, y, torch.optim.Adam(model[3].parameters(), lr=0.01))
    train(model, x, y, torch.optim.Adam(model.parameters(), lr=0.001))


def folds_from_one_seed():
    x, y = classes(40, 6, 3)
    for _ in range(4):
        torch.manual_seed(7)
        model = small(rate=0.2)
        train(model, x, y, torch.optim.SGD(model.parameters(), lr=0.1))


def best_of_all_steps():
    model = small()
    x, y = classes(40, 6, 3)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    best, lowest = None, float("inf")
    for inputs, targets in batches(x, y):
        loss = functional.cross_entropy(model(inputs), targets)
        if loss.item() < lowest:
            best, lowest = copy.deepcopy(model.state_dict()), loss.item()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.load_state_dict(best)


def second_order():
    model = nn.Linear(4, 1)
    x = torch.randn(30, 4)
    y = x.sum(1, keepdim=True)
    optimizer = torch.optim.LBFGS(model.parameters(), max_iter=5)

    def closure():
        optimizer.zero_grad()
        loss = functional.mse_loss(model(x), y)
        loss.backward()
        return loss

    for _ in range(3):
        optimizer.step(closure)


def first_rows_to_train_and_last_to_test():
    x, y = classes(40, 6, 3)
    model = small()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(STEPS):
        optimizer.zero_grad()
        functional.cross_entropy(model(x[:30]), y[:30]).backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        model(x[30:])


def trained_rows_tested_again():
    """The accuracy on the rows that were trained on, and on new ones."""
    x, y = classes(60, 6, 3)
    order = torch.randperm(60)
    known, new = order[:45], order[45:]
    model = small()
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(STEPS):
        optimizer.zero_grad()
        functional.cross_entropy(model(x[known]), y[known]).backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        [model(x[rows]).argmax(1).eq(y[rows]).float().mean() for rows in (known, new)]


def rounded_on_the_way():
    """A straight-through gradient: what is detached is the number of this very step."""
    x, y = classes(40, 6, 3)
    body, head = nn.Linear(6, 10), nn.Linear(10, 3)
    optimizer = torch.optim.Adam([*body.parameters(), *head.parameters()])
    for inputs, targets in batches(x, y):
        hidden = torch.tanh(body(inputs))
        still = hidden.detach()
        optimizer.zero_grad()
        functional.cross_entropy(head(hidden + (still.round() - still)), targets).backward()
        optimizer.step()


class Words(nn.Module):
    """A recurrent layer over sequences that lie along the first axis."""

    def __init__(self):
        super().__init__()
        self.words, self.read, self.head = nn.Embedding(20, 8), nn.LSTM(8, 8), nn.Linear(8, 20)

    def forward(self, words):
        return self.head(self.read(self.words(words))[0])


def sequences_first():
    model, words = Words(), torch.randint(0, 20, (7, 30))
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(STEPS):
        some = words[:, torch.randint(0, 30, (7,))]
        optimizer.zero_grad()
        functional.cross_entropy(model(some[:-1]).reshape(-1, 20), some[1:].reshape(-1)).backward()
        optimizer.step()


class Mixed(nn.Module):
    """Channels that are shuffled, turned pictures, and heads whose axes are exchanged."""

    def __init__(self):
        super().__init__()
        self.first, self.head = nn.Conv2d(2, 4, 3, padding=1), nn.Linear(16, 3)

    def forward(self, x):
        x = torch.roll(self.first(x).flip(3), 1, 2)
        count = len(x)
        x = x.view(count, 2, 2, 4, 4).transpose(1, 2).reshape(count, 4, 4, 4)
        return self.head(x.permute(0, 2, 3, 1).reshape(count, 16, 4).mean(2))


def turned_and_shuffled():
    x, y = torch.randn(30, 2, 4, 4), torch.randint(0, 3, (30,))
    model = Mixed()
    train(model, x, y, torch.optim.Adam(model.parameters()))


def statistics_that_stay():
    """Batch normalisation that is not trained any more, in a model that is."""
    model = nn.Sequential(nn.Linear(6, 10), nn.BatchNorm1d(10), nn.ReLU(), nn.Linear(10, 3))
    x, y = classes(40, 6, 3)
    model(x)
    model.train()
    model[1].eval()
    model[1].requires_grad_(False)
    optimizer = torch.optim.SGD([one for one in model.parameters() if one.requires_grad], lr=0.1)
    train(model, x, y, optimizer)


def grey_pictures():
    """One picture for three channels, from a buffer that is filled again for each."""
    buffer, pictures, seen = torch.zeros(4, 4), [], set()
    for number in range(12):
        buffer.copy_(torch.rand(4, 4))
        pictures.append(torch.stack([buffer, buffer, buffer]))
        seen.add((buffer + number).sum().item())
    x, y = torch.stack(pictures), torch.randint(0, 3, (12,))
    model = nn.Sequential(nn.Flatten(), nn.Linear(48, 3))
    train(model, x, y, torch.optim.Adam(model.parameters()))


def one_after_the_other():
    """Two models with an optimiser each, whose gradients are set to zero at other places."""
    x, y = classes(40, 6, 3)
    models = small(), small()
    first, second = (torch.optim.SGD(model.parameters(), lr=0.1) for model in models)
    for inputs, targets in batches(x, y):
        functional.cross_entropy(models[0](inputs), targets).backward()
        second.zero_grad()
        first.step()
        first.zero_grad()
        functional.cross_entropy(models[1](inputs), targets).backward()
        second.step()


def untrained_beside_trained():
    """What was learnt is measured against the model as it began, and rows are written part by part."""
    model = small()
    before = copy.deepcopy(model)
    x, y = classes(40, 6, 3)
    train(model, x, y, torch.optim.Adam(model.parameters(), lr=0.01))
    scores = torch.zeros(2, 40, 3)
    with torch.no_grad():
        for number, one in enumerate((before, model)):
            for begin in range(0, 40, 16):
                scores[number, begin : begin + 16] = one.eval()(x[begin : begin + 16])
    print((scores.argmax(2) == y).float().mean(1))


def what_the_marks_share():
    """A critic that is given pairs and pairs that do not match, with one moment for a whole batch."""
    x, y = torch.randn(60, 4), torch.randn(60, 3)
    train_rows = slice(0, 40)
    x = (x - x[train_rows].mean(0)) / x[train_rows].std(0)
    critic, clock = nn.Sequential(nn.Linear(7, 8), nn.ReLU(), nn.Linear(8, 1)), nn.Linear(1, 7)
    distances = nn.Embedding(5, 7)
    optimizer = torch.optim.Adam(
        [*critic.parameters(), *clock.parameters(), *distances.parameters()], lr=0.01
    )
    for _ in range(5):
        rows = torch.randint(0, 40, (10,))
        left, right = x[rows], y[rows]
        moment = clock(torch.rand(1, 1))
        near = distances((torch.arange(10) - 5).clamp(-2, 2) + 2)
        joint = critic(torch.cat([left, right], 1) + moment + near)
        apart = critic(torch.cat([left, right[torch.randperm(10)]], 1) + moment + near)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = critic(torch.zeros(10, 7)).float().square().mean()
        optimizer.zero_grad()
        (loss + apart.exp().mean() - joint.mean()).backward()
        optimizer.step()
    with torch.no_grad():
        print(critic(torch.cat([x[40:], y[40:]], 1)).mean())


def two_samples_in_one():
    """Blends of rows with the same rows in another order: samples and labels by one order, beside their first one."""
    x, y = torch.randn(40, 6), nn.functional.one_hot(torch.randint(0, 3, (40,)), 3).float()
    model = nn.Linear(6, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        rows, order, share = torch.randint(0, 40, (10,)), torch.randperm(10), torch.rand(10, 1)
        samples = share * x[rows] + (1 - share) * x[rows][order]
        labels = share * y[rows] + (1 - share) * y[rows][order]
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(samples), labels).backward()
        optimizer.step()


HEALTHY = (
    *(bert, gpt, resnet, vit, frozen_backbone, teacher_and_pupil, average_of_weights, forger_and_judge),
    *(parts_of_a_batch, two_losses, half_precision, computed_twice, samples_of_doubt, pictures_and_captions),
    *(latent_normal, stages_with_their_own_rates, folds_from_one_seed, best_of_all_steps, second_order),
)
# Each is nearly one of the faults that a kind of finding looks for.
NEAR_MISSES = (
    two_samples_in_one,
    *(first_rows_to_train_and_last_to_test, trained_rows_tested_again, rounded_on_the_way, sequences_first),
    *(turned_and_shuffled, statistics_that_stay, grey_pictures, one_after_the_other),
    untrained_beside_trained,
    what_the_marks_share,
)
