"""Calls recorded NumPy operations again. Runs in any interpreter that has NumPy, without numscope.

A Python of another environment imports this folder by itself: nothing in it imports anything but the standard library
and NumPy.
"""
