"""Forecasts the river stage at a town from the stages of the last twelve half-days with a
small attention layer; prints the test error and which past values it looks at."""

import math

import torch
import torch.nn as nn

torch.manual_seed(2013)
torch.set_num_threads(1)
L = 12
T = 700
rain = torch.relu(torch.randn(T) - 0.9) * 2
stage = torch.zeros(T)
for i in range(6, T):
    stage[i] = 0.82 * stage[i - 1] + 0.22 * rain[i - 4] + 0.12 * rain[i - 6] + 0.01 * torch.randn(1).item()

X = []
Y = []
for i in range(L, T - 1):
    X.append(torch.stack([stage[i - L : i], rain[i - L : i]], 1))
    Y.append(stage[i + 1])
X = torch.stack(X)
Y = torch.stack(Y).unsqueeze(1)
ntr = 500


class Att(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.emb = nn.Linear(2, d)
        self.pos = nn.Parameter(0.1 * torch.randn(L, d))
        self.q = nn.Linear(d, d)
        self.k = nn.Linear(d, d)
        self.v = nn.Linear(d, d)
        self.o = nn.Linear(d, 1)
        self.d = d

    def forward(self, x):
        h = self.emb(x) + self.pos
        q = self.q(h)
        k = self.k(h)
        v = self.v(h)
        s = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(self.d)
        w = torch.softmax(s, dim=2)
        y = torch.bmm(w, v) + h
        return self.o(torch.tanh(y[:, -1])), w


net = Att()
opt = torch.optim.Adam(net.parameters(), lr=0.01)
for step in range(200):
    opt.zero_grad()
    p, w = net(X[:ntr])
    loss = ((p - Y[:ntr]) ** 2).mean()
    loss.backward()
    opt.step()
    if (step + 1) % 50 == 0:
        print("step %d  loss %.6f" % (step + 1, loss.item()))

with torch.no_grad():
    p, w = net(X[ntr:])
    rmse = ((p - Y[ntr:]) ** 2).mean().sqrt().item()
    naive = ((X[ntr:, -1, :1] - Y[ntr:]) ** 2).mean().sqrt().item()
    print("test rmse %.5f m, persistence %.5f m" % (rmse, naive))
    last = w[:, -1].mean(0)
    print("attention of the last value:", " ".join("%.3f" % a for a in last.tolist()))
    print("flood peak: forecast %.3f m, observed %.3f m" % (p.max().item(), Y[ntr:].max().item()))
