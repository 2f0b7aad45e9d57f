/** A text as HTML, also inside an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** A plain text as HTML: as it stands, with its web addresses as links. */
export function textAsHtml(text: string): string {
  // What ends a sentence or closes a bracket does not belong to the address.
  const pieces = text.split(/(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])/i);
  const html = pieces.map((piece, index) => {
    const escaped = escapeHtml(piece);
    return index % 2 === 1 ? `<a href="${escaped}">${escaped}</a>` : escaped;
  });
  return `<div style="white-space: pre-wrap">${html.join('')}</div>`;
}
