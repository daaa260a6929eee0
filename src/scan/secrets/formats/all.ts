/*
 * All formats of tokens. The scanner, the registry and the evidence use this one list.
 */

import { aiFormats } from './ai.js';
import { appFormats } from './apps.js';
import { cloudFormats } from './cloud.js';
import { dataFormats } from './data.js';
import { messageFormats, paymentFormats } from './messages-and-money.js';
import { operationsFormats } from './operations.js';
import { sourceControlFormats } from './source-control.js';

/** If two formats match at the same place, the first determines the kind. Each table is made when it is needed. */
export const formatTables: readonly (() => string)[] = [
  sourceControlFormats,
  cloudFormats,
  paymentFormats,
  aiFormats,
  messageFormats,
  dataFormats,
  appFormats,
  operationsFormats,
];
