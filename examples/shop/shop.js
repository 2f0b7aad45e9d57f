// Runs in the pages: shows only what is in stock, and adds to the cart without leaving the product's page.
const inStock = document.querySelector('#in-stock');
inStock?.addEventListener('change', () => {
  const items = [...document.querySelectorAll('#products > li')];
  for (const item of items) item.hidden = inStock.checked && 'soldOut' in item.dataset;
  const count = items.filter((item) => !item.hidden).length;
  document.querySelector('#count').textContent = `${count} product${count === 1 ? '' : 's'}`;
});

const add = document.querySelector('#add');
add?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const status = document.querySelector('#status');
  try {
    const body = new URLSearchParams(new FormData(add));
    const answer = await fetch(add.action, { method: 'POST', body, headers: { accept: 'application/json' } });
    const { count, message } = await answer.json();
    status.textContent = message;
    if (count === undefined) return;
    const badge = document.querySelector('.badge');
    badge.textContent = count;
    badge.hidden = count === 0;
  } catch {
    status.textContent = 'This did not work. Please try again.';
  }
});
