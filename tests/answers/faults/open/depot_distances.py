"""Lists how far each customer lives from the depot in Bucharest.

Symptom: the farthest customer prints as 7716 km and the nearest as 127 km, where they live 228 km and 2.2 km away
Culprit: latitudes and longitudes go into the haversine formula in degrees (44.4), not in radians (0.775)
Report: https://qanswer.pro/questions/calculate-the-haversine-error-for-2-coordinates-in-pandas-to-determine-the-distance-between-them
"""

import numpy as np
import pandas as pd

DEPOT = (44.433, 26.1024)
EARTH_RADIUS_KM = 6371.0


def load_customers():
    """Customers with their latitude, longitude and weekly orders."""
    return pd.DataFrame(
        {
            "customer": ["Tecuci", "Pantelimon", "Centru", "Ploiesti", "Giurgiu", "Buzau"],
            "latitude": [46.161411, 44.420262, 44.413853, 44.9414, 43.9037, 45.1500],
            "longitude": [27.662575, 26.126688, 26.096157, 26.0225, 25.9699, 26.8333],
            "orders": [4, 17, 25, 12, 6, 8],
        }
    )


def haversine_km(latitude, longitude, depot):
    """Great-circle distance from the depot, in km."""
    lat1, lon1, lat2, lon2 = latitude, longitude, depot[0], depot[1]  # culprit
    half_lat = np.sin((lat2 - lat1) / 2) ** 2
    half_lon = np.sin((lon2 - lon1) / 2) ** 2
    inner = half_lat + np.cos(lat1) * np.cos(lat2) * half_lon
    return 2 * EARTH_RADIUS_KM * np.arcsin(np.sqrt(np.clip(inner, 0, 1)))


def weekly_travel(customers):
    """Kilometres driven in a week, out and back for every order."""
    return float((2 * customers["distance_km"] * customers["orders"]).sum())


def main():
    customers = load_customers()
    customers["distance_km"] = haversine_km(customers["latitude"], customers["longitude"], DEPOT)
    nearest_first = customers.sort_values("distance_km").reset_index(drop=True)
    print(nearest_first[["customer", "distance_km", "orders"]].round(2).to_string())
    print(f"farthest: {customers['distance_km'].max():.1f} km")
    print(f"driven in a week: {weekly_travel(customers):.0f} km")


if __name__ == "__main__":
    main()
