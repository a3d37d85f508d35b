"""What every API view shares: one error shape, paging, throttling, writes that may be repeated."""
