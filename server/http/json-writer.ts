const LAST_ASCII = 127;
const DIGIT_0 = 48;
/** Of a 32-bit integer. */
const MOST_DIGITS = 10;
/** UTF-8 takes at most this many bytes for a unit of a JavaScript string. */
const MOST_BYTES_A_UNIT = 3;

/**
 * Writes JSON into a buffer, which grows as needed. Most of a long list is constant, and copying
 * prepared bytes takes half as long as joining strings, which are also copied when they are sent.
 */
export class JsonWriter {
  #buffer: Buffer;
  #length = 0;

  constructor(expected_bytes: number) {
    this.#buffer = Buffer.allocUnsafe(expected_bytes);
  }

  bytes(prepared: Uint8Array): void {
    this.#makeRoom(prepared.length);
    this.#buffer.set(prepared, this.#length);
    this.#length += prepared.length;
  }

  text(text: string): void {
    this.#makeRoom(text.length * MOST_BYTES_A_UNIT);
    // A call of native code takes longer than copying a few characters.
    for (let index = 0; index < text.length; index += 1) {
      const character = text.charCodeAt(index);
      if (character > LAST_ASCII) {
        this.#length += this.#buffer.write(text, this.#length);
        return;
      }
      this.#buffer[this.#length + index] = character;
    }
    this.#length += text.length;
  }

  number(number: number): void {
    // Most numbers are small and whole. A string for each of them would take longer.
    if (number !== (number | 0) || number < 0) {
      this.text(String(number));
      return;
    }
    this.#makeRoom(MOST_DIGITS);
    let digits = 1;
    for (let rest = number; rest >= 10; rest = (rest / 10) | 0) digits += 1;
    this.#length += digits;
    let rest = number;
    for (let place = 1; place <= digits; place += 1) {
      this.#buffer[this.#length - place] = DIGIT_0 + (rest % 10);
      rest = (rest / 10) | 0;
    }
  }

  /** What was written. Nothing may be written afterwards. */
  finish(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
