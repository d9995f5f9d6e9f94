# SPDX-License-Identifier: Apache-2.0
"""Crosspoint for programs: crosspoint.management talks to a router's management node."""
