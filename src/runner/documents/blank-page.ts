/**
 * Evaluated in a page: whether it shows nothing at all, such as a page without content, or one whose app has removed
 * everything after an error. Text, images, controls, frames, borders and backgrounds of elements other than white count.
 */
export function isBlankPage(): boolean {
  const media =
    /^(img|svg|canvas|video|audio|picture|iframe|object|embed|input|button|select|textarea|meter|progress|hr)$/;
  const hasText = (node: Node) =>
    [...node.childNodes].some((child) => child.nodeType === 3 && child.nodeValue?.trim() !== '');
  const isPainted = (element: Element) => {
    const { backgroundImage, backgroundColor, borderStyle, borderWidth, boxShadow } =
      getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    // The background of the page itself is still there when nothing is left on it.
    if (width === 0 || height === 0 || /^(html|body)$/.test(element.localName)) return false;
    const hasColor = !/, 0\)$|^transparent$|^rgb\(255, 255, 255\)$/.test(backgroundColor);
    const hasBorder = !/^(none ?)+$/.test(borderStyle) && !/^(0px ?)+$/.test(borderWidth);
    return backgroundImage !== 'none' || hasColor || hasBorder || boxShadow !== 'none';
  };
  const hasPseudoText = (element: Element) =>
    ['::before', '::after'].some(
      (pseudo) => !/^(none|normal|""|)$/.test(getComputedStyle(element, pseudo).content),
    );
  const shows = (root: Element | ShadowRoot): boolean => {
    if (root instanceof Element) {
      if (root.checkVisibility?.({ visibilityProperty: true }) === false) {
        // A visible element may be inside an invisible one.
        return root.checkVisibility() && [...root.children].some(shows);
      }
      if (/^(script|style|template|noscript|head)$/.test(root.localName)) return false;
      if (media.test(root.localName) || isPainted(root) || hasPseudoText(root)) return true;
      if (root.shadowRoot !== null && shows(root.shadowRoot)) return true;
    }
    return hasText(root) || [...root.children].some(shows);
  };
  const { documentElement } = document;
  return documentElement === null || !shows(documentElement);
}
