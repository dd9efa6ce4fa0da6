"""Trains the ripeness classifier of an optical coffee cherry sorter and tells how many
cherries of each kind would be blown out at the working threshold."""

import numpy as np
from sklearn.decomposition import PCA
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

rng = np.random.RandomState(88)
n = 500
label = rng.choice([0, 1], size=n, p=[0.35, 0.65])  # 1 = ripe
bands = 12
spectra = np.zeros((n, bands))
for i in range(n):
    for b in range(bands):
        centre = 5.0 if label[i] == 0 else 7.2
        spectra[i, b] = 1.0 + 0.8 * np.exp(-0.5 * ((b - centre) / 2.0) ** 2)
spectra = spectra * rng.lognormal(0, 0.12, (n, 1)) + rng.normal(0, 0.42, (n, bands))

mean = spectra.mean(axis=1)
norm = np.zeros_like(spectra)
for i in range(n):
    norm[i] = spectra[i] / mean[i]

Xtr, Xte, ytr, yte = train_test_split(norm, label, test_size=0.3, random_state=4, stratify=label)
sc = StandardScaler()
A = sc.fit_transform(Xtr)
B = sc.transform(Xte)
pca = PCA(n_components=5, svd_solver="full")
A = pca.fit_transform(A)
B = pca.transform(B)
svm = SVC(C=2.0, kernel="rbf", gamma=0.1)
svm.fit(A, ytr)
score = svm.decision_function(B)

pred = []
for s in score:
    if s > 0.15:
        pred.append(1)
    else:
        pred.append(0)
cm = confusion_matrix(yte, pred)
print("explained by 5 components: %.4f" % sum(pca.explained_variance_ratio_))
print("support vectors:", int(sum(svm.n_support_)))
print("unripe: kept %d, blown out %d" % (cm[0, 1], cm[0, 0]))
print("ripe:   kept %d, blown out %d" % (cm[1, 1], cm[1, 0]))
print("purity %.4f, yield %.4f" % (cm[1, 1] / (cm[1, 1] + cm[0, 1]), cm[1, 1] / (cm[1, 1] + cm[1, 0])))
print("score quartiles", np.round(np.percentile(score, [25, 50, 75]), 3).tolist())
