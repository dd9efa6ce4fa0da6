"""Exceptions of torch, pandas, scikit-learn and SciPy that end a program are told with the user's names and values."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.check_up.ended_programs import Ended
from tests.analysis.check_up.test_ended_by import found

pytest.importorskip("numscope._core", reason="the native core is not built")
for library in ("torch", "pandas", "sklearn", "scipy"):
    pytest.importorskip(library, reason=f"{library} is not installed")

PROGRAMS = (
    Ended(
        "layer",
        "import torch\nnet = torch.nn.Sequential(torch.nn.Conv2d(1, 4, 3), torch.nn.Flatten(), "
        "torch.nn.Linear(3136, 10))\n"
        "net(torch.randn(2, 1, 28, 28))\n",
        "the layer Linear(3136, 10) takes 3136 numbers a row, and gets 2704",
        "make it `Linear(2704, 10)`",
    ),
    Ended(
        "missing values",
        "from sklearn.linear_model import LinearRegression\nX = np.array([[1.0, 2.0], [np.nan, 3.0], [4.0, 5.0]])\n"
        "LinearRegression().fit(X, np.array([1.0, 2.0, 3.0]))\n",
        "`X` is NaN in 1 of 6 values, in column 0 (row 1)",
        "leave this row out, in the labels too, or fill them",
    ),
    Ended(
        "column",
        "import pandas as pd\ndf = pd.DataFrame({'Price ': [1.0, 2.0]})\nprint(df['Price'].mean())\n",
        "`df` has no column 'Price'; its columns are Price ",
        "one differs by spaces only: take them away once, `df.columns = df.columns.str.strip()`",
    ),
    Ended(
        "changed in place",
        "import torch\nw = torch.ones(3, requires_grad=True)\ny = (w * 2).exp()\nz = (y * y).sum()\n"
        "y.mul_(2)\nz.backward()\n",
        "line 6 changed values in place that the backward pass still needs: y.mul_(2)",
        "`y = y * 2`",
    ),
    Ended(
        "keys",
        "import pandas as pd\na = pd.DataFrame({'id': [1, 2], 'x': [3.0, 4.0]})\n"
        "b = pd.DataFrame({'id': ['1', '2'], 'y': [5.0, 6.0]})\nprint(a.merge(b, on='id'))\n",
        "the key 'id' is int64 on the left and ",
        ".astype({'id': 'int64'})",
    ),
    Ended(
        "embedding",
        "import torch\nemb = torch.nn.Embedding(10, 4)\ntokens = torch.tensor([[1, 4, 10], [2, 3, 9]])\n"
        "emb(tokens)\n",
        "the embedding has 10 rows, numbered 0 to 9, and is asked for 10 (1 of 6 numbers outside)",
        "give it 11 rows or more",
    ),
    Ended(
        "and",
        "import pandas as pd\ndf = pd.DataFrame({'a': [1, 5, 9]})\n"
        "print(df[(df['a'] > 2) and (df['a'] < 8)])\n",
        "`and` asks for one truth value",
        "write `(df['a'] > 2) & (df['a'] < 8)`",
    ),
    Ended(
        "one axis",
        "from sklearn.linear_model import LinearRegression\nx = np.arange(5.0)\n"
        "LinearRegression().fit(x, 2 * x)\n",
        "`x` has the shape (5,)",
        "`x.reshape(-1, 1)`",
    ),
    Ended(
        "classes",
        "import torch\nlogits = torch.randn(4, 3)\nlabels = torch.tensor([1, 2, 3, 1])\n"
        "torch.nn.functional.cross_entropy(logits, labels)\n",
        "there are 3 classes, numbered 0 to 2, and labels from 1 to 3",
        "count the labels from 0: subtract 1",
    ),
    Ended(
        "twice",
        "import torch\nw = torch.ones(3, requires_grad=True)\nloss = (w ** 2).sum()\nloss.backward()\n"
        "loss.backward()\n",
        "used for a backward pass before, and freed: line 5 used it",
        "`retain_graph=True`",
    ),
    Ended(
        "no graph",
        "import torch\nloss = (torch.ones(3) * 2).sum()\nloss.backward()\n",
        "nothing that this result was computed from requires a gradient",
        "`requires_grad=True`",
    ),
    Ended(
        "types",
        "import torch\nlayer = torch.nn.Linear(3, 2)\nlayer(torch.from_numpy(np.ones((5, 3))))\n",
        "the input is float64 (NumPy makes float64), the weight float32",
        "`.float()`",
    ),
    Ended(
        "labels as floats",
        "import torch\nlogits = torch.randn(4, 3)\nlabels = torch.tensor([0.0, 1.0, 2.0, 1.0])\n"
        "torch.nn.functional.cross_entropy(logits, labels)\n",
        "`labels` is float32, and numbers of classes must be int64",
        "`labels.long()`",
    ),
    Ended(
        "joined",
        "import torch\na = torch.ones(2, 3); b = torch.ones(3, 3)\ntorch.cat([a, b], dim=1)\n",
        "`a` has the shape (2, 3), `b` (3, 3): only along axis 1",
        "join them along axis 0",
    ),
    Ended(
        "view",
        "import torch\nx = torch.ones(4, 6).t()\nx.view(-1, 4, 2)\n",
        "`x` was transposed or cut out",
        "`x.reshape(...)`",
    ),
    Ended(
        "one sample",
        "import torch\nbn = torch.nn.BatchNorm1d(4)\nbn(torch.randn(1, 4))\n",
        "BatchNorm in training gets a batch of one sample",
        "`model.eval()`",
    ),
    Ended(
        "length of a column",
        "import pandas as pd\ndf = pd.DataFrame({'a': [1, 2, 3]})\ndf['b'] = [1, 2]\n",
        "the table has 3 rows, and `[1, 2]` has 2 values for column 'b'",
        "look where rows were left out",
    ),
    Ended(
        "missing integers",
        "import pandas as pd\ns = pd.Series([1.0, None, 3.0])\nprint(s.astype(int))\n",
        "1 of 3 values is missing or infinite (row 1)",
        "`astype('Int64')`",
    ),
    Ended(
        "labels twice",
        "import pandas as pd\ns = pd.Series([1.0, 2.0, 3.0], index=['a', 'a', 'b'])\n"
        "print(s.reindex(['a', 'b']))\n",
        "labels of `s` are there more than once",
        "`groupby(level=0).mean()`",
    ),
    Ended(
        "date",
        "import pandas as pd\nprint(pd.to_datetime(pd.Series(['2024-01-31', '31.02.2024'])))\n",
        "the text '31.02.2024' is no date of the form %Y-%m-%d",
        "`format='mixed'`",
    ),
    Ended(
        "samples",
        "from sklearn.linear_model import LinearRegression\nX = np.ones((5, 2)); y = np.ones(4)\n"
        "LinearRegression().fit(X, y)\n",
        "`X` has 5 rows, `y` 4",
        "must be applied to both",
    ),
    Ended(
        "texts",
        "import pandas as pd\nfrom sklearn.linear_model import LinearRegression\n"
        "df = pd.DataFrame({'town': ['a', 'b', 'c'], 'size': [1.0, 2.0, 3.0], 'price': [2.0, 4.0, 6.0]})\n"
        "LinearRegression().fit(df[['town', 'size']], df['price'])\n",
        "column 'town' of `df[['town', 'size']]` holds texts, such as 'a'",
        "`OneHotEncoder`",
    ),
    Ended(
        "columns",
        "from sklearn.linear_model import LinearRegression\nm = LinearRegression().fit(np.ones((5, 3)), np.ones(5))\n"
        "m.predict(np.ones((2, 2)))\n",
        "`np.ones((2, 2))` has 2 columns; the estimator was fitted with 3",
        "`Pipeline`",
    ),
    Ended(
        "outside",
        "from scipy.interpolate import interp1d\nf = interp1d([0.0, 1.0, 2.0], [3.0, 4.0, 5.0])\n"
        "print(f([0.5, 2.5]))\n",
        "2.5 lies above the points that the curve goes through, which end at 2.0",
        "`fill_value='extrapolate'`",
    ),
    Ended(
        "signs",
        "from scipy.optimize import brentq\nprint(brentq(lambda x: x * x + 1, -1.0, 1.0))\n",
        "the function has the same sign at both ends between -1.0 and 1.0",
        "plot it",
    ),
    Ended(
        "channels last",
        "import torch\nconv = torch.nn.Conv2d(3, 8, 3)\nprint(conv(torch.randn(2, 32, 32, 3)).shape)\n",
        "the layer takes 3 channels, on axis 1; the input has the shape (2, 32, 32, 3)",
        "`x.permute(0, 3, 1, 2)`",
    ),
    Ended(
        "features of steps",
        "import torch\nlstm = torch.nn.LSTM(10, 20, batch_first=True)\n"
        "print(lstm(torch.randn(4, 7, 12))[0].shape)\n",
        "the layer takes 10 numbers a step, and gets 12",
        "`input_size=12`",
    ),
    Ended(
        "shape of a target",
        "import torch\np = torch.sigmoid(torch.randn(6, 1)); y = torch.ones(6)\n"
        "print(torch.nn.functional.binary_cross_entropy(p, y))\n",
        "the target has the shape (6,), the prediction (6, 1)",
        "`y.unsqueeze(1)`",
    ),
    Ended(
        "mean of integers",
        "import torch\nx = torch.tensor([1, 2, 3])\nprint(x.mean())\n",
        "`x` is int64: its mean is no integer",
        "`x.float().mean()`",
    ),
    Ended(
        "parameter in place",
        "import torch\nw = torch.ones(2, requires_grad=True)\nw -= 0.1\n",
        "requires a gradient and is changed in place",
        "`with torch.no_grad():`",
    ),
    Ended(
        "graph left",
        "import torch\nw = torch.ones(3, requires_grad=True)\nprint((w * 2).numpy())\n",
        "belongs to a graph for gradients",
        "`.detach().numpy()`",
    ),
    Ended(
        "cell twice",
        "import pandas as pd\ndf = pd.DataFrame({'d': [1, 1], 'k': ['a', 'a'], 'v': [1., 2.]})\n"
        "print(df.pivot(index='d', columns='k', values='v'))\n",
        "several rows have the same index and column",
        "`pivot_table(..., aggfunc='mean')`",
    ),
    Ended(
        "key twice",
        "import pandas as pd\n"
        "a = pd.DataFrame({'k': [1, 1], 'x': [1, 2]}); b = pd.DataFrame({'k': [1, 1], 'y': [3, 4]})\n"
        "print(a.merge(b, on='k', validate='one_to_one'))\n",
        "'k' is there more than once on the left and the right side",
        "df.duplicated('k', keep=False)",
    ),
    Ended(
        "row by place",
        "import pandas as pd\ndf = pd.DataFrame({'a': [1, 2, 3]})\nprint(df.iloc[3])\n",
        "`df` has 3 rows, numbered 0 to 2; 3 is asked for",
        "`.loc`",
    ),
    Ended(
        "cell no number",
        "import pandas as pd\ns = pd.Series(['3', '4', 'x'])\nprint(pd.to_numeric(s))\n",
        "'x' at [2] is no number",
        "errors='coerce'",
    ),
    Ended(
        "column in other letters",
        "import pandas as pd\ndf = pd.DataFrame({'Datum': ['a'], 'Wert': [1.0]})\nprint(df['wert'].sum())\n",
        "`df` has no column 'wert'; its columns are Datum, Wert",
        "is 'Wert' meant?",
    ),
    Ended(
        "not fitted",
        "from sklearn.preprocessing import StandardScaler\n"
        "print(StandardScaler().transform(np.ones((3, 2))))\n",
        "`transform` is called before the estimator has seen data",
        "call `fit` first",
    ),
    Ended(
        "folds",
        "from sklearn.model_selection import KFold\nprint(list(KFold(5).split(np.ones(3))))\n",
        "5 folds are asked for, of 3 samples",
        "at most 3 folds",
    ),
    Ended(
        "unseen label",
        "from sklearn.preprocessing import LabelEncoder\ne = LabelEncoder().fit(np.array(['a', 'b']))\n"
        "print(e.transform(np.array(['c'])))\n",
        "'c' was not among the labels",
        "handle_unknown='ignore'",
    ),
    Ended(
        "points in disorder",
        "from scipy.interpolate import CubicSpline\n"
        "x = np.array([0., 2., 1.]); y = np.array([1., 2., 3.])\nprint(CubicSpline(x, y)(0.5))\n",
        "`x` does not rise from [1] to [2]: 2.0, 1.0",
        "np.argsort(x)",
    ),
    Ended(
        "one class",
        "from sklearn.linear_model import LogisticRegression\nX = np.ones((6, 2)); y = np.zeros(6, int)\n"
        "LogisticRegression().fit(X, y)\n",
        "all 6 labels are 0",
        "`stratify=y`",
    ),
    Ended(
        "classes of floats",
        "from sklearn.linear_model import LogisticRegression\n"
        "X = np.random.default_rng(0).normal(size=(6, 2)); y = np.array([0.1, 0.9, 0.4, 0.5, 0.6, 0.7])\n"
        "LogisticRegression().fit(X, y)\n",
        "`y` holds numbers of any size",
        "take a regressor",
    ),
    Ended(
        "stacks of matrices",
        "import torch\nq = torch.randn(2, 5, 16); k = torch.randn(2, 7, 16)\nscores = q @ k\n",
        "rows of `q` (2, 5, 16) have 16 numbers, columns of `k` (2, 7, 16) 7",
        "`k.transpose(-1, -2)`",
    ),
    Ended(
        "features",
        "import torch\nx = torch.randn(16, 10)\nbn = torch.nn.BatchNorm1d(12)\nprint(bn(x))\n",
        "the layer BatchNorm takes 12 features, on axis 1, and gets 10",
        "make it for 10",
    ),
    Ended(
        "gathered",
        "import torch\nprobs = torch.rand(5, 3)\n"
        "best = torch.gather(probs, 1, torch.tensor([[0], [1], [3], [2], [0]]))\n",
        "`probs` has 3 elements along axis 1, numbered 0 to 2; 3 is asked for",
        "its largest may be 2",
    ),
    Ended(
        "hidden state",
        "import torch\ngru = torch.nn.GRU(8, 16)\n"
        "out, h = gru(torch.randn(10, 4, 8), torch.zeros(1, 10, 16))\n",
        "the hidden state must have the shape (1, 4, 16), and has (1, 10, 16)",
        "`batch_first=True`",
    ),
    Ended(
        "row by label",
        "import pandas as pd\n"
        "df = pd.DataFrame({'city': ['Bern', 'Chur'], 'n': [3, 4]}).set_index('city')\n"
        "print(df.loc['Basel', 'n'])\n",
        "no row of `df` has the label 'Basel'",
        "`.reindex`",
    ),
    Ended(
        "column no number",
        "import pandas as pd\ndf = pd.DataFrame({'k': ['a', 'b'], 'v': ['1', 'two']})\n"
        "df['v'] = df['v'].astype(float)\n",
        "'two' is no number",
        "errors='coerce'",
    ),
    Ended(
        "texts among numbers",
        "import pandas as pd\ndf = pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']})\n"
        "print(df.sum(axis=1) + df.corr())\n",
        "column 'b' holds texts: `sum` takes numbers",
        "`numeric_only=True`",
    ),
    Ended(
        "truth of a column",
        "import pandas as pd\ndf = pd.DataFrame({'a': [1, 2, 3]})\nif df['a'] == 2:\n    print('two')\n",
        "`df['a'] == 2` has a value for each element",
        "(df['a'] == 2).any()",
    ),
    Ended(
        "no times",
        "import pandas as pd\ndf = pd.DataFrame({'t': ['2024-01-01', '2024-01-02'], 'v': [1., 2.]})\n"
        "print(df.set_index('t').resample('D').mean())\n",
        "`resample` groups rows by time",
        "pd.to_datetime(df.index)",
    ),
)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("ended", PROGRAMS, ids=[one.name for one in PROGRAMS])
def test_why_it_ended(tmp_path: Path, ended: Ended) -> None:
    (finding,) = found(tmp_path, ended.program)
    assert ended.problem in finding.problem
    assert ended.fix in finding.fix
