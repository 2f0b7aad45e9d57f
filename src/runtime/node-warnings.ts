/** Redirects warnings of Node and of packages: Node would print them as they are, and they may quote a page or a service. */
export function redirectWarnings(write: (text: string) => void): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => write(`${name}: ${message}`));
}
