/* A stand-in for bcryptprimitives.dll, which Windows has and Wine 8 has not: random bytes for the tests under Wine. It is
   built by windows.sh, lives in the folder of that Wine only, and is never shipped. */
#include <stddef.h>
#include <windows.h>

/* RtlGenRandom, by the name under which advapi32.dll exports it. */
BOOLEAN NTAPI SystemFunction036(void *buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(unsigned char *buffer, size_t length) {
    while (length > 0) {
        ULONG part = length > 0x10000 ? 0x10000 : (ULONG)length;
        if (!SystemFunction036(buffer, part)) {
            return FALSE;
        }
        buffer += part;
        length -= part;
    }
    return TRUE;
}
