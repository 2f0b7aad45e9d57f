import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { marked } from 'marked';

/** The symbols of comments, for machines without a font that has them. */
const signs: Readonly<Record<string, string>> = {
  '❌': '<path d="M3 3 13 13M13 3 3 13" stroke="#dd2e44" stroke-width="3"/>',
  '✅': '<rect width="16" height="16" rx="3" fill="#77b255"/><path d="M3.5 8.5 6.5 11.5 12.5 4.5" stroke="#fff" stroke-width="2"/>',
  '⚠️': '<path d="M8 1 15.5 15H.5z" fill="#ffcc4d"/><path d="M8 6v4M8 12v1.5" stroke="#292f33" stroke-width="1.6"/>',
  '⏱️': '<circle cx="8" cy="9" r="6" stroke="#66757f" stroke-width="2"/><path d="M8 5.5V9l2.5 1.5M6 1h4" stroke="#66757f" stroke-width="1.6"/>',
  '⏳': '<path d="M3 1h10M3 15h10M4 1c0 5 8 9 8 14M12 1c0 5-8 9-8 14" stroke="#c1694f" stroke-width="1.6"/>',
  '⚪': '<circle cx="8" cy="8" r="6.5" fill="#ccd6dd"/>',
  '🚫': '<circle cx="8" cy="8" r="6" stroke="#be1931" stroke-width="2"/><path d="m4 4 8 8" stroke="#be1931" stroke-width="2"/>',
  '🔁': '<rect width="16" height="16" rx="3" fill="#3b88c3"/><path d="M4 9V6h7M12 7v3H5" stroke="#fff" stroke-width="1.6"/>',
};

/** A page that shows Markdown as a comment of GitHub does, with GitHub's own style. */
export function commentPage(markdown: string): string {
  const style = createRequire(import.meta.url).resolve('github-markdown-css/github-markdown.css');
  const sign = new RegExp(Object.keys(signs).join('|'), 'g');
  const content = marked
    .parse(markdown, { gfm: true, async: false })
    .replace(sign, (each) => `<svg viewBox="0 0 16 16" fill="none">${signs[each]}</svg>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="${pathToFileURL(style)}">
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 16px; background: light-dark(#fff, #0d1117); }
  article.markdown-body { border: 1px solid light-dark(#d1d9e0, #3d444d); border-radius: 6px; padding: 16px; font-size: 14px; }
  svg { height: 1em; vertical-align: -0.1em; }
</style></head>
<body><article class="markdown-body">${content}</article></body></html>`;
}
