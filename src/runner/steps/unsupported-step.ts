/** A step that this runner can't play yet. */
export class UnsupportedStep extends Error {
  constructor(name: string) {
    super(`The embedded service can't run ${name} yet.`);
    this.name = 'UnsupportedStep';
  }
}
