/** What a route replies with, written as JSON already: where making its objects would cost most. */
export class JsonText<T> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): T {
    return JSON.parse(this.text);
  }
}
