/*
 * What a verdict depends on besides the package: the code of the scanner. The build puts the hash of its sources here, so
 * that a cached verdict is recognised without loading the scanner. From sources, as in tests, it is always the same.
 */

declare const coppiceScannerHash: string | undefined;

export const scannerIdentity = typeof coppiceScannerHash === 'string' ? coppiceScannerHash : 'sources';
