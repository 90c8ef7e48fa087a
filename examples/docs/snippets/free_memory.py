"""Paste into a shell on the serving machine to see how much memory is free."""

import torch

free, total = torch.cuda.mem_get_info()
print(f"{free / 2**30:.1f} of {total / 2**30:.1f} GiB free")
