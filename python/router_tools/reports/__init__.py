# SPDX-License-Identifier: Apache-2.0
"""The reports of xpstat.

A report is a function of a Client and a View. It yields Tables, and text for lines that stand
outside of one.
"""
