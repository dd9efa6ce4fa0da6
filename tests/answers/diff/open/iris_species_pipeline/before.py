"""Tell iris species apart with scaled features and nearest neighbours."""

from sklearn.datasets import load_iris
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

X, y = load_iris(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.4, random_state=5, stratify=y)
scaler = StandardScaler()
X_train = scaler.fit_transform(X_train)
X_test = scaler.transform(X_test)
knn = KNeighborsClassifier(n_neighbors=7, weights="distance")
knn.fit(X_train, y_train)
p = knn.predict_proba(X_test)
print(confusion_matrix(y_test, knn.predict(X_test)).tolist())
print(f"mean certainty {p.max(axis=1).mean():.16f}")
print(f"least certain  {p.max(axis=1).min():.16f}")
