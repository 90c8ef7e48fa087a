// Shared by the kernel and its binding.
#pragma once

void launch_rms_norm(const float *input, const float *weight, float *output, int rows, int width, float epsilon);
