/** A reply that is already JSON, for routes where building its objects would be costly. */
export class JsonBytes<T> {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  read(): T {
    return JSON.parse(this.bytes.toString());
  }
}
