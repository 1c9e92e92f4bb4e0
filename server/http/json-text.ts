/** A reply that is already JSON text, for routes where building its objects would be costly. */
export class JsonText<T> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): T {
    return JSON.parse(this.text);
  }
}
