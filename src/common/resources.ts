/** Holds what must be closed, until somebody else takes care of it. Node 22 has no `AsyncDisposableStack`. */
export class Resources implements AsyncDisposable {
  #held: AsyncDisposable[] = [];

  /** Holds a resource. @returns the same one. */
  use<Resource extends AsyncDisposable>(resource: Resource): Resource {
    this.#held.push(resource);
    return resource;
  }

  /** Hands everything over to the caller: from now on, this object holds nothing. */
  move(): AsyncDisposable {
    const moved = new Resources();
    moved.#held = this.#held.splice(0);
    return moved;
  }

  /** Closes everything, the last first. @throws what closing throws, after all is closed. */
  async [Symbol.asyncDispose](): Promise<void> {
    const last = this.#held.pop();
    if (last === undefined) return;
    try {
      await last[Symbol.asyncDispose]();
    } finally {
      await this[Symbol.asyncDispose]();
    }
  }
}
