"""Tell wines apart by their nearest neighbours, with scaled features."""

from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

wines = load_wine()
train, test, kind, wanted = train_test_split(wines.data, wines.target, test_size=0.4, random_state=3)
scaler = StandardScaler().fit(train)
model = KNeighborsClassifier(7, weights="distance").fit(scaler.transform(train), kind)
chance = model.predict_proba(scaler.transform(test))
print("right:", round(float(model.score(scaler.transform(test), wanted)), 4))
print("first:", chance[:2].round(4).tolist())
