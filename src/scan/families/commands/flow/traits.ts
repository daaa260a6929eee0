/*
 * What a call is, by the path of its name: the answers of all tables at once. The same few names occur again and again,
 * and asking the tables costs more than remembering the answers.
 */

import type { Origin } from '../step.js';
import {
  addsTo,
  encodes,
  opensConnection,
  type Sink,
  sendsOver,
  serializes,
  sinkOf,
  startsShell,
  tellsNothing,
} from './sinks.js';
import { readsPath, sourceCall } from './sources.js';

export interface CallTraits {
  readonly sink: Sink | undefined;
  readonly opensConnection: boolean;
  readonly sendsOver: boolean;
  /** The object that the arguments are put into. */
  readonly addsTo: string | undefined;
  readonly startsShell: boolean;
  readonly serializes: boolean;
  readonly tellsNothing: boolean;
  readonly encodes: boolean;
  readonly readsPath: boolean;
  readonly source: Origin | undefined;
  /** Whether the name is that of a class, whose arguments stay inside the object. */
  readonly isClass: boolean;
}

export function traitsOf(path: string): CallTraits {
  const known = remembered.get(path);
  if (known !== undefined) return known;
  const made: CallTraits = {
    sink: sinkOf(path),
    opensConnection: opensConnection.test(path),
    sendsOver: sendsOver.test(path),
    addsTo: addsTo.exec(path)?.[1],
    startsShell: startsShell.test(path),
    serializes: serializes.test(path),
    tellsNothing: tellsNothing.test(path),
    encodes: encodes.test(path),
    readsPath: readsPath.test(path),
    source: sourceCall(path),
    isClass:
      /(?:^|\.)[A-Z]\w*$/.test(path) &&
      !/^(?:strings|bytes|bufio|fmt|json|url|base64|hex|io|ioutil)\./.test(path),
  };
  if (remembered.size < maxRemembered && path.length < 200) remembered.set(path, made);
  return made;
}

const remembered = new Map<string, CallTraits>();
const maxRemembered = 5_000;
