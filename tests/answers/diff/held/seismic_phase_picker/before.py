"""Picks the onset of seismic waves in short traces with a one-dimensional convolutional
network and compares the picks with those of the analyst."""

import torch
import torch.nn as nn

torch.manual_seed(1906)
torch.set_num_threads(1)
N = 220
LEN = 96


def traces():
    out = []
    onset = []
    for i in range(N):
        k = int(torch.randint(20, 76, (1,)).item())
        t = torch.arange(LEN, dtype=torch.float64)
        noise = 0.6 * torch.randn(LEN, dtype=torch.float64)
        wave = torch.zeros(LEN, dtype=torch.float64)
        for j in range(LEN):
            if j >= k:
                wave[j] = torch.exp(-(t[j] - k) / 18) * torch.sin(0.9 * (t[j] - k) + 0.4)
        out.append(noise + wave)
        onset.append(k)
    return torch.stack(out).unsqueeze(1), torch.tensor(onset)


x, onset = traces()
mean = x.mean(dim=2, keepdim=True)
std = x.std(dim=2, keepdim=True)
x = (x - mean) / std

net = nn.Sequential()
net.add_module("c1", nn.Conv1d(1, 8, 9, padding=4))
net.add_module("r1", nn.ReLU())
net.add_module("c2", nn.Conv1d(8, 8, 9, padding=4))
net.add_module("r2", nn.ReLU())
net.add_module("c3", nn.Conv1d(8, 1, 9, padding=4))
net = net.double()

opt = torch.optim.Adam(net.parameters(), lr=0.01)
ce = nn.CrossEntropyLoss()
for epoch in range(12):
    s = 0.0
    for i in range(0, 160, 40):
        opt.zero_grad()
        logit = net(x[i : i + 40]).squeeze(1)
        loss = ce(logit, onset[i : i + 40])
        loss.backward()
        opt.step()
        s += loss.item()
    if (epoch + 1) % 4 == 0:
        print("epoch %2d  loss %.4f" % (epoch + 1, s / 4))

with torch.no_grad():
    logit = net(x[160:]).squeeze(1)
    pick = logit.argmax(dim=1)
    d = (pick - onset[160:]).double()
    p = torch.softmax(logit, dim=1).max(dim=1)[0]
print("picks within 2 samples: %d of %d" % ((d.abs() <= 2).sum().item(), len(d)))
print("mean offset %.3f, rms %.3f samples" % (d.mean().item(), (d**2).mean().sqrt().item()))
print("mean confidence %.4f" % p.mean().item())
