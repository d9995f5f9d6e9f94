# SPDX-License-Identifier: Apache-2.0
"""The command line tools xpstat and xpmanage, also known as qdstat and qdmanage."""
