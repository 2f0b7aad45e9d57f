/**
 * Calls `onChange` when the page is there, and after each change. Runs in the page as its source text, so it may only use
 * what it declares.
 * @param options `isSurvey`: it takes breaks on a large page, and also looks when something is clicked or sent.
 */
export function watchPage(onChange: () => void, { isSurvey }: { readonly isSurvey: boolean }): void {
  const breakFactor = 5;
  let [lookMs, endedAt, isPlanned] = [0, 0, false];
  const run = () => {
    isPlanned = false;
    if (document.readyState === 'loading' || document.body === null) return;
    const startedAt = performance.now();
    onChange();
    observer.takeRecords();
    endedAt = performance.now();
    lookMs = endedAt - startedAt;
  };
  const observer = new MutationObserver(() => {
    const breakMs = isSurvey ? endedAt + breakFactor * lookMs - performance.now() : 0;
    if (breakMs <= 0) run();
    else if (!isPlanned) setTimeout(run, breakMs);
    isPlanned = breakMs > 0;
  });
  const attributeFilter = ['href', 'style', 'class', 'hidden', 'required', 'disabled', 'type', 'aria-label'];
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributeFilter });
  document.addEventListener('readystatechange', run);
  if (!isSurvey) return;
  for (const type of ['click', 'submit']) addEventListener(type, run, true);
  addEventListener('pagehide', run);
}
