// A small shop to test: a catalogue, a cart, orders, accounts. With --broken the Pay button of its cart does nothing.
import { createServer } from 'node:http';
import { createShop } from './app.mjs';

const port = Number(process.argv.find((each) => /^\d+$/.test(each)) ?? 3000);
const server = createServer(createShop({ broken: process.argv.includes('--broken') }));
server.listen(port, '127.0.0.1', () => console.log(`shop: http://127.0.0.1:${server.address().port}`));
