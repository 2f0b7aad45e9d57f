/**
 * Takes the warnings of Node and of packages from Node, which would print them as they are: what a page or a service
 * has said may be quoted in one.
 */
export function takeWarnings(tell: (text: string) => void): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => tell(`${name}: ${message}`));
}
