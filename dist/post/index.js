import '../index.js';
