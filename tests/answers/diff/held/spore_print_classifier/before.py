"""Classifies mushrooms from small pictures of their spore prints with a compact
convolutional network; prints accuracy and confidence on the validation pictures."""

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3)
torch.set_num_threads(1)
names = ["bolete", "agaric", "russula", "inkcap"]


def picture(kind, n):
    yy, xx = torch.meshgrid(torch.linspace(-1, 1, 16), torch.linspace(-1, 1, 16), indexing="ij")
    r = torch.sqrt(xx**2 + yy**2)
    a = torch.atan2(yy, xx)
    base = [torch.cos(9 * r), torch.cos(8 * a) * r, torch.cos(5 * a + 3 * r), torch.exp(-4 * r**2)][kind]
    gain = 0.4 + 0.4 * torch.rand(n, 1, 1)
    return (gain * base + 0.9 * torch.randn(n, 16, 16)).unsqueeze(1)


xs, ys = [], []
for k in range(4):
    xs.append(picture(k, 60))
    ys.append(torch.full((60,), k))
x = torch.cat(xs)
y = torch.cat(ys)
order = torch.randperm(240)
x, y = x[order], y[order]
xtr, ytr, xva, yva = x[:160], y[:160], x[160:], y[160:]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv2d(1, 8, 3, padding=1)
        self.b1 = nn.BatchNorm2d(8)
        self.c2 = nn.Conv2d(8, 12, 3, padding=1)
        self.drop = nn.Dropout(0.4)
        self.out = nn.Linear(12 * 16, 4)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.b1(self.c1(x))), 2)
        x = F.max_pool2d(F.relu(self.c2(x)), 2)
        return self.out(self.drop(x.flatten(1)))


net = Net()
opt = torch.optim.Adam(net.parameters(), lr=3e-3)
net.train()
for epoch in range(8):
    for i in range(0, 160, 40):
        opt.zero_grad()
        loss = F.cross_entropy(net(xtr[i : i + 40]), ytr[i : i + 40])
        loss.backward()
        opt.step()
    if epoch % 2 == 1:
        print("epoch %d, last batch loss %.4f" % (epoch + 1, loss.item()))

net.eval()  # culprit
with torch.no_grad():
    logits = net(xva)
    prob = F.softmax(logits, dim=1)
    pred = prob.argmax(1)
print("validation loss %.4f" % F.cross_entropy(logits, yva).item())
print("accuracy %.4f" % (pred == yva).float().mean().item())
print("mean confidence %.4f" % prob.max(1).values.mean().item())
for k in range(4):
    m = yva == k
    print("  %-8s n %2d  recall %.3f" % (names[k], int(m.sum()), (pred[m] == k).float().mean().item()))
