/** Pages of a shop, a bank, a ticket system and a CMS, for the fourth sample. Marks are used as in `pages.ts`. */
export const fourthPages = {
  product: `<title>Trail lamp – Lumo</title>
    <header><a data-mark="home" href="/">Lumo</a>
      <form role="search" onsubmit="return false"><input data-mark="search" type="search" aria-label="Search products"></form>
      <a data-mark="wishlist" href="/wishlist">Wishlist</a> <a data-mark="basket" href="/basket">Basket (1)</a></header>
    <main><h1 data-mark="heading">Trail lamp</h1>
    <p data-mark="price">£34.50</p> <p data-mark="stock">In stock</p> <p data-mark="rating">4.6 out of 5 stars</p>
    <form onsubmit="return false">
      <label>Colour <select data-mark="colour"><option>Black</option><option>Forest green</option><option>Orange</option></select></label>
      <fieldset><legend>Size</legend>
        <label><input data-mark="small" type="radio" name="size" checked> Small</label>
        <label><input data-mark="large" type="radio" name="size"> Large</label></fieldset>
      <label>Quantity <input data-mark="quantity" type="number" min="1" value="1"></label>
      <label><input data-mark="wrap" type="checkbox"> Gift wrapping</label>
      <button data-mark="add">Add to basket</button> <button data-mark="save" type="button">Add to wishlist</button></form>
    <section aria-label="Reviews"><h2>Reviews</h2>
      <ul aria-label="Reviews"><li data-mark="review">Mira: Bright and light <button data-mark="helpful-mira">Helpful</button></li>
        <li data-mark="review">Jonas: Strap broke <button data-mark="helpful-jonas">Helpful</button></li></ul>
      <button data-mark="write-review">Write a review</button></section></main>
    <div data-mark="added" role="status" hidden>Trail lamp was added to your basket</div>
    <footer><label>Email for news <input data-mark="news" type="email"></label> <button data-mark="subscribe">Subscribe</button></footer>`,

  transfer: `<title>New transfer - Kronbank</title>
    <nav aria-label="Bank"><a data-mark="overview" href="/overview">Overview</a> <a data-mark="payments" href="/payments">Payments</a> <a data-mark="cards" href="/cards">Cards</a> <button data-mark="logout">Log out</button></nav>
    <main><h1 data-mark="heading">New transfer</h1>
    <table aria-label="Accounts"><thead><tr><th>Account</th><th>Balance</th></tr></thead><tbody>
      <tr data-mark="account"><td>Everyday</td><td data-mark="everyday-balance">$1,204.10</td></tr>
      <tr data-mark="account"><td>Savings</td><td data-mark="savings-balance">$8,000.00</td></tr></tbody></table>
    <form onsubmit="return false">
      <label>From account <select data-mark="from"><option>Everyday</option><option>Savings</option></select></label>
      <label>Recipient <input data-mark="recipient"></label>
      <label>IBAN <input data-mark="iban" aria-describedby="iban-error"></label>
      <p data-mark="iban-error" id="iban-error" role="alert">The IBAN is not valid</p>
      <label>Amount <input data-mark="amount" inputmode="decimal" placeholder="0.00"></label>
      <label>Payment reference <input data-mark="reference" maxlength="140"></label>
      <label>Execution date <input data-mark="date" type="date"></label>
      <label><input data-mark="standing" type="checkbox"> Make this a standing order</label>
      <label><input data-mark="template" type="checkbox" checked> Save as template</label>
      <button data-mark="continue" disabled>Continue</button> <button data-mark="reset" type="button">Start over</button></form>
    <p data-mark="limit">Your daily limit is $5,000</p>
    <p data-mark="confirmed" role="status" hidden>Your transfer is on its way</p></main>`,

  queue: `<title>Open tickets (3) · Deskly</title>
    <main><h1 data-mark="heading">Open tickets</h1>
    <label>Status <select data-mark="status"><option>Open</option><option>Pending</option><option>Solved</option></select></label>
    <label>Assignee <select data-mark="assignee"><option>Anyone</option><option>Ines</option><option>Paolo</option></select></label>
    <button data-mark="new">New ticket</button>
    <table aria-label="Tickets"><thead><tr><th>Subject</th><th>Priority</th><th>Assignee</th><th></th></tr></thead><tbody>
      <tr data-mark="ticket"><td><a data-mark="printer" href="/t/1">Printer on fire</a></td><td data-mark="printer-priority">Urgent</td><td data-mark="printer-who">Ines</td><td><button data-mark="close-printer">Close</button> <button data-mark="assign-printer">Assign</button></td></tr>
      <tr data-mark="ticket"><td><a data-mark="vpn" href="/t/2">VPN is slow</a></td><td data-mark="vpn-priority">Normal</td><td data-mark="vpn-who">Paolo</td><td><button data-mark="close-vpn">Close</button> <button data-mark="assign-vpn">Assign</button></td></tr>
      <tr data-mark="ticket"><td><a data-mark="mouse" href="/t/3">New mouse please</a></td><td data-mark="mouse-priority">Low</td><td data-mark="mouse-who">Unassigned</td><td><button data-mark="close-mouse">Close</button> <button data-mark="assign-mouse">Assign</button></td></tr></tbody></table>
    <button data-mark="previous" disabled>Previous page</button> <button data-mark="next">Next page</button></main>
    <section aria-label="Internal note"><label>Note <textarea data-mark="note"></textarea></label> <button data-mark="save-note">Save note</button></section>
    <p data-mark="closed" role="status" hidden>Ticket closed</p>`,

  post: `<title>Edit post | Quill CMS</title>
    <nav aria-label="Site"><a data-mark="posts" href="/posts">Posts</a> <a data-mark="media" href="/media">Media library</a> <a data-mark="trash" href="/trash">Trash</a></nav>
    <main><h1 data-mark="heading">Edit post</h1>
    <div role="tablist"><button data-mark="tab-content" role="tab" aria-selected="true">Content</button><button data-mark="tab-seo" role="tab" aria-selected="false">SEO</button></div>
    <label>Title <input data-mark="title" value="Ten hikes near Oslo"></label>
    <label>Slug <input data-mark="slug" value="ten-hikes"></label>
    <label>Excerpt <textarea data-mark="excerpt"></textarea></label>
    <label>Category <select data-mark="category"><option>Travel</option><option>Food</option><option>Company news</option></select></label>
    <label>Cover image <input data-mark="cover" type="file"></label>
    <label><input data-mark="comments" type="checkbox" checked> Allow comments</label>
    <button data-mark="featured" role="switch" aria-checked="false">Featured</button>
    <button data-mark="draft">Save draft</button> <button data-mark="preview">Preview</button> <button data-mark="publish">Publish</button>
    <ul aria-label="Tags"><li data-mark="tag">hiking <button data-mark="remove-hiking" aria-label="Remove hiking">×</button></li><li data-mark="tag">norway <button data-mark="remove-norway" aria-label="Remove norway">×</button></li></ul>
    <p data-mark="state">Status: Draft</p> <p data-mark="words">412 words</p></main>
    <div data-mark="dialog" role="dialog" aria-label="Unsaved changes"><p data-mark="question">Do you want to leave without saving?</p>
      <button data-mark="leave">Leave</button> <button data-mark="stay">Stay on page</button></div>
    <p data-mark="published" role="status" hidden>Post published</p>`,
} as const satisfies Readonly<Record<string, string>>;
