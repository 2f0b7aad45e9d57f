/**
 * Redirects warnings of Node and of packages: Node would print them as they are, and they may quote a page or a service.
 * Those of experimental features are left out: the features are ours, and tested with each version.
 */
export function redirectWarnings(write: (text: string) => void): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    if (name !== 'ExperimentalWarning') write(`${name}: ${message}`);
  });
}
