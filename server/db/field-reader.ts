const [TAB, NEWLINE, COMMA, MINUS, DIGIT_0, DIGIT_9, CLOSING_BRACE] = [9, 10, 44, 45, 48, 57, 125];

/**
 * Reads fields from text, each up to the tab or newline that follows it. It reads digit by digit,
 * because a page of orders has hundreds of numbers, and a string for each would be garbage.
 */
export class FieldReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get is_at_end(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Whether the last field was the last one of its line. */
  get is_after_line(): boolean {
    return this.#text.charCodeAt(this.#at - 1) !== TAB;
  }

  text(): string {
    const start = this.#at;
    let end = start;
    while (end < this.#text.length && !isSeparator(this.#text.charCodeAt(end))) end += 1;
    this.#at = end + 1;
    return this.#text.slice(start, end);
  }

  integer(): number {
    const number = this.#digits();
    this.#at += 1;
    return number;
  }

  /** An array of integers as PostgreSQL prints it, without nulls and nested arrays. */
  integers(): number[] {
    const numbers: number[] = [];
    // After the opening brace is a number, or the closing one.
    this.#at += 1;
    if (this.#text.charCodeAt(this.#at) === CLOSING_BRACE) this.#at += 1;
    else {
      do {
        numbers.push(this.#digits());
        this.#at += 1;
      } while (this.#text.charCodeAt(this.#at - 1) === COMMA);
    }
    this.#at += 1;
    return numbers;
  }

  /** An integer, up to the character after its last digit. */
  #digits(): number {
    const text = this.#text;
    let at = this.#at;
    const is_negative = text.charCodeAt(at) === MINUS;
    if (is_negative) at += 1;
    let number = 0;
    for (;;) {
      const character = text.charCodeAt(at);
      if (!(character >= DIGIT_0 && character <= DIGIT_9)) break;
      number = number * 10 + (character - DIGIT_0);
      at += 1;
    }
    this.#at = at;
    return is_negative ? -number : number;
  }
}

const isSeparator = (character: number): boolean => character === TAB || character === NEWLINE;
