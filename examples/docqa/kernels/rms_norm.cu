// One block a row: the root mean square of a row, then the scaled row.
#include <cuda_runtime.h>
#include <cuda_fp16.h>

#include "rms_norm.h"

__global__ void rms_norm_kernel(const float *input, const float *weight, float *output, int width, float epsilon) {
    const float *row = input + blockIdx.x * width;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < width; i += blockDim.x) sum += row[i] * row[i];
    for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);

    __shared__ float total;
    if (threadIdx.x == 0) total = rsqrtf(sum / width + epsilon);
    __syncthreads();
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        output[blockIdx.x * width + i] = row[i] * total * weight[i];
}

void launch_rms_norm(const float *input, const float *weight, float *output, int rows, int width, float epsilon) {
    rms_norm_kernel<<<rows, 32>>>(input, weight, output, width, epsilon);
    cudaDeviceSynchronize();
}
