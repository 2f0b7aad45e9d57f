import type { PageOperator, PageOperators, PageSite, PageTools } from './page-elements.ts';

/** Breaks texts and values. Runs in the page as its source text, so it may only use what it declares. */
export function createTextOperators({ elements, firstText }: PageTools): PageOperators {
  const named = 'button,a[href],[role=button],[role=tab],[role=menuitem]';
  /** A test case can hardly expect one. */
  const dateOrTime = /\d:\d\d|\d{4}-\d\d-\d\d|\d[/.]\d\d?[/.]\d{4}/;
  const lastNumber = /\d(?:[\d.,]*\d)?(?=\D*$)/;
  /** Parts of texts that were changed, with what they were changed to. */
  const changed = new WeakMap<Text, string>();
  /** Fields that somebody has typed in: what they show is no value of the app. */
  const edited = new WeakSet<EventTarget>();
  addEventListener('input', ({ target }) => target !== null && edited.add(target), true);

  return {
    'wrong-number': {
      sites: () =>
        textSites(/\d/, (text) => lastNumber.exec(text)?.[0] ?? '').filter(
          ({ name }) => !dateOrTime.test(name),
        ),
      apply: ({ element }) =>
        write(element, (parts) => {
          const part = parts.findLast(({ nodeValue }) => /\d/.test(nodeValue ?? ''));
          const text = part?.nodeValue ?? '';
          if (part === undefined || changed.get(part) === text) return;
          part.nodeValue = text.replace(lastNumber, (number) =>
            number.replace(/\d+/, (digits) => `${Number(digits) + 1}`),
          );
          changed.set(part, part.nodeValue);
        }),
    },
    'text-missing': {
      sites: () => textSites(/\p{L}{2}/u),
      apply: ({ element }) =>
        write(element, (parts) => {
          for (const part of parts) part.nodeValue = '';
        }),
    },
    'wrong-name': {
      sites: () => {
        const found = elements.all(named).map((each) => elements.site(each));
        return found.flatMap((site) => {
          const other = found.find(
            ({ role, name }) => role === site.role && name !== site.name && name !== '',
          );
          return other === undefined || site.name === '' ? [] : [{ ...site, detail: other.name }];
        });
      },
      apply: ({ element, detail = '' }) => rename(element, detail),
    },
    // Of several numbers with the same words, another one may come into its place.
    'total-not-updated': keepFirst(() => onlyOfTheirName(textSites(/\d/, (text) => text))),
    'stale-value': keepFirst(() => [
      ...elements.withText().flatMap((each) => {
        const name = each.dataset.testid ?? (each.id || termOf(each));
        return name === '' || /\d/.test(name)
          ? []
          : [{ ...elements.site(each, textOf(each)), role: 'value', name }];
      }),
      ...elements
        .all('input:not([type]),input[type=text],input[type=email],input[type=tel],textarea')
        .flatMap((each) =>
          edited.has(each) || !('defaultValue' in each)
            ? []
            : [elements.site(each, String(each.defaultValue))],
        ),
    ]),
  };

  function textOf(element: Element): string {
    const parts = elements.ownText(element).map(({ data }) => data);
    return parts.join('');
  }

  function textSites(pattern: RegExp, detail?: (text: string) => string): PageSite[] {
    return elements.withText().flatMap((each) => {
      const text = textOf(each);
      return pattern.test(text) ? [elements.site(each, detail?.(text))] : [];
    });
  }

  function onlyOfTheirName(sites: readonly PageSite[]): PageSite[] {
    const named = Map.groupBy(sites, ({ role, name }) => `${role} ${name.replace(/\d[\d.,]*/g, '#')}`);
    return [...named.values()].flatMap((group) => (group.length === 1 ? group : []));
  }

  function write(element: HTMLElement, change: (parts: readonly Text[]) => void): undefined {
    const parts = elements.ownText(element);
    if (parts.length > 0) elements.keepName(element, () => change(parts));
  }

  function rename(element: HTMLElement, name: string): undefined {
    elements.keepName(element, () => {
      if (element.hasAttribute('aria-label')) element.setAttribute('aria-label', name);
      let isWritten = false;
      for (const node of elements.textsIn(element)) {
        if (!/\S/.test(node.data) || node.data === name) continue;
        node.data = isWritten ? '' : name;
        isWritten = true;
      }
    });
  }

  /** An operator for elements that change: they keep their first text. */
  function keepFirst(sites: () => PageSite[]): PageOperator {
    return {
      sites,
      apply: ({ element }) => {
        const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
        const text = isField ? element.defaultValue : textOf(element);
        const first = firstText.get();
        if (first === null) firstText.set(text);
        else if (isField && text !== first && element.value === text) element.value = first;
        else if (!isField && text !== first) {
          const [part, ...others] = elements.ownText(element);
          if (part !== undefined) part.nodeValue = first;
          for (const other of others) other.nodeValue = '';
        }
        return undefined;
      },
    };
  }

  function termOf(element: Element): string {
    const before = element.previousElementSibling;
    const isListed = before?.matches('dt,th') && element.matches('dd,td');
    return isListed ? (before?.textContent ?? '').replace(/\s+/g, ' ').trim() : '';
  }
}

/** Breaks lists. Runs in the page as its source text, so it may only use what it declares. */
export function createItemOperators({ elements }: PageTools): PageOperators {
  /** Elements that were taken out of the page, with what stands in their place. */
  const removed = new Map<Node, Comment>();
  /** The item that was moved, and the one that it stands behind. */
  let moved: readonly [HTMLElement, Element] | undefined;

  return {
    'item-lost': {
      sites: () => items(1).map((each) => elements.site(each)),
      apply: ({ element }) => {
        const placeholder = document.createComment('');
        removed.set(element, placeholder);
        element.replaceWith(placeholder);
        return placeholder;
      },
      install: allowRemoved,
    },
    'item-doubled': {
      sites: () => items(1).map((each) => elements.site(each)),
      apply: ({ element }) => {
        const copy = element.cloneNode(true);
        if (element.nextElementSibling !== null && elements.isOwn(element.nextElementSibling))
          return undefined;
        if (copy instanceof Element) {
          elements.addOwn(copy);
          element.after(copy);
        }
        return undefined;
      },
    },
    'items-out-of-order': {
      sites: () =>
        items(2).flatMap((each) => {
          const next = nextItem(each);
          return next === undefined ? [] : [elements.site(each, elements.site(next).name)];
        }),
      apply: ({ element }) => {
        const next = moved?.[0] === element ? moved[1] : nextItem(element);
        if (next === undefined || next.parentElement !== element.parentElement) return undefined;
        moved = [element, next];
        if (element.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) next.after(element);
        return undefined;
      },
    },
  };

  /** The items of lists with at least so many, and with texts that differ. */
  function items(min: number): HTMLElement[] {
    const found = elements.all(
      'li,tbody > tr,[role=listitem],[role=row]:has([role=cell],[role=gridcell]),[role=option],article',
    );
    return found.filter(
      (each) =>
        elements.site(each).name !== '' &&
        (min === 1 ||
          found.filter(({ parentElement }) => parentElement === each.parentElement).length >= min),
    );
  }

  /** The next item of the same list, if it looks different. */
  function nextItem(element: HTMLElement): HTMLElement | undefined {
    const siblings = [...(element.parentElement?.children ?? [])];
    const after = siblings.slice(1 + siblings.indexOf(element));
    const next = after.find(
      (each): each is HTMLElement =>
        each instanceof HTMLElement &&
        each.localName === element.localName &&
        each.getBoundingClientRect().height > 0,
    );
    return next?.textContent.trim() === element.textContent.trim() ? undefined : next;
  }

  /** Frameworks go on with elements that are no longer in the page. */
  function allowRemoved(): void {
    const { removeChild, insertBefore } = Node.prototype;
    Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
      const placeholder = removed.get(child);
      if (placeholder === undefined || child.parentNode === this) {
        removeChild.call(this, child);
        return child;
      }
      placeholder.remove();
      return child;
    };
    Node.prototype.insertBefore = function insert<T extends Node>(
      this: Node,
      node: T,
      before: Node | null,
    ): T {
      const placeholder = before === null ? undefined : removed.get(before);
      insertBefore.call(this, node, placeholder?.parentNode === this ? placeholder : before);
      return node;
    };
  }
}
