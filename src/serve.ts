/** `npm run serve` is the command `serve`. */
process.argv.splice(2, 0, 'serve');
await import('./cli/main.ts');
