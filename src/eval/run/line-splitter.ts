/*
 * Splits output into lines. Pieces may end inside a line and inside a character, so bytes are collected and whole lines
 * decoded. A last line without an end is kept too: it shows that a program was cut off.
 */

export class LineSplitter {
  readonly #maxBytes: number;
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  #pieces: Uint8Array[] = [];
  #sizeBytes = 0;

  constructor(maxBytes: number, onLine: (line: string) => void, onTooLong: () => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(piece: Uint8Array): void {
    let start = 0;
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
      this.#add(piece.subarray(start, end));
      this.#flush();
      start = end + 1;
    }
    this.#add(piece.subarray(start));
  }

  end(): void {
    if (this.#sizeBytes > 0) this.#flush();
  }

  #add(part: Uint8Array): void {
    this.#sizeBytes += part.length;
    if (this.#sizeBytes > this.#maxBytes) this.#onTooLong();
    // A copy, because a stream may use the memory of a piece again.
    else if (part.length > 0) this.#pieces.push(Uint8Array.from(part));
  }

  #flush(): void {
    const line = Buffer.concat(this.#pieces).toString('utf8').replace(/\r$/, '');
    this.#pieces = [];
    this.#sizeBytes = 0;
    if (line.trim() !== '') this.#onLine(line);
  }
}

const newline = 10;
