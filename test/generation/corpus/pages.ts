/**
 * The pages that the clauses of the corpus are about. What a clause may mean has a `data-mark`, which no selector uses.
 * Nothing on them navigates, so that a step leaves the page as it was.
 */
export const corpusPages = {
  signIn: `<title>Sign in – Acme</title>
    <header><a data-mark="logo" href="#home">Acme</a> <a data-mark="help" href="/help">Help</a></header>
    <main><h1 data-mark="heading">Welcome back</h1>
    <form onsubmit="return false">
      <label>Email address <input data-mark="email" type="email" name="email" autofocus></label>
      <label>Password <input data-mark="password" type="password" name="password"></label>
      <label><input data-mark="remember" type="checkbox"> Remember me</label>
      <button data-mark="sign-in">Sign in</button>
    </form>
    <p data-mark="error" role="alert" hidden>Wrong email or password</p>
    <a data-mark="forgot" href="#reset">Forgot your password?</a>
    <p>New here? <a data-mark="sign-up" href="#sign-up">Create an account</a></p></main>`,

  catalogue: `<title>Books | Paper Moon</title>
    <nav aria-label="Main"><a data-mark="nav-books" href="#books">Books</a> <a data-mark="nav-cart" href="#cart">Cart <span data-mark="badge">3</span></a></nav>
    <main><h1 data-mark="heading">All books</h1>
    <form role="search" onsubmit="return false">
      <input data-mark="search" type="search" placeholder="Search by title or author" aria-label="Search books">
      <button data-mark="find">Find</button></form>
    <label>Genre <select data-mark="genre"><option value="">Any</option><option value="cr">Crime</option><option value="po">Poetry</option></select></label>
    <label>Sort by <select data-mark="sort"><option value="new">Newest first</option><option value="asc">Price: low to high</option></select></label>
    <label><input data-mark="in-stock" type="checkbox"> In stock only</label>
    <p data-mark="count" role="status">4 books found</p>
    <ul>
      <li data-mark="book"><h2 data-mark="dune-title">Dune</h2> <span data-mark="dune-price">$12.50</span> <button data-mark="add-dune">Add to cart</button></li>
      <li data-mark="book"><h2>Emma</h2> <span data-mark="emma-price">$8.00</span> <button data-mark="add-emma">Add to cart</button></li>
      <li data-mark="book"><h2>Ulysses</h2> <span>$15.00</span> <button data-mark="add-ulysses">Add to cart</button></li>
      <li data-mark="book"><h2>Walden</h2> <span>$9.90</span> <button data-mark="add-walden" disabled>Sold out</button></li>
    </ul>
    <a data-mark="next" href="#2">Next page</a></main>
    <footer data-mark="footer"><a data-mark="privacy" href="/privacy">Privacy</a></footer>`,

  cart: `<title>Your cart</title>
    <main><h1 data-mark="heading">Shopping cart</h1>
    <table><thead><tr><th>Product</th><th>Quantity</th><th>Price</th><th></th></tr></thead><tbody>
      <tr data-mark="row"><td data-mark="tea">Green tea</td><td><input data-mark="tea-quantity" type="number" aria-label="Quantity of Green tea" value="2"></td><td data-mark="tea-price">€7.80</td><td><button data-mark="remove-tea">Remove</button></td></tr>
      <tr data-mark="row"><td data-mark="cocoa">Cocoa</td><td><input data-mark="cocoa-quantity" type="number" aria-label="Quantity of Cocoa" value="1"></td><td data-mark="cocoa-price">€4.20</td><td><button data-mark="remove-cocoa">Remove</button></td></tr>
    </tbody></table>
    <p data-mark="items">2 items in your cart</p>
    <p data-mark="total">Total: €12.00</p>
    <form onsubmit="return false"><input data-mark="coupon" placeholder="Coupon code"> <button data-mark="apply">Apply</button></form>
    <p data-mark="invalid-coupon" role="alert" hidden>This coupon is not valid</p>
    <p data-mark="empty" hidden>Your cart is empty</p>
    <a data-mark="checkout" href="#checkout">Proceed to checkout</a> <a data-mark="continue" href="#shop">Continue shopping</a></main>`,

  checkout: `<title>Checkout</title>
    <main><h1 data-mark="heading">Checkout</h1>
    <div data-mark="alert" role="alert">Please enter a valid postal code</div>
    <form onsubmit="return false">
      <fieldset><legend>Shipping address</legend>
        <label>Full name <input data-mark="ship-name"></label>
        <label>City <input data-mark="ship-city" value="Graz"></label>
        <label>Postal code <input data-mark="postal" maxlength="5"></label>
        <label>Country <select data-mark="country"><option value="">Please choose</option><option value="at">Austria</option><option value="de">Germany</option><option value="ch">Switzerland</option></select></label>
      </fieldset>
      <fieldset><legend>Billing address</legend>
        <label>Full name <input data-mark="bill-name"></label>
        <label>City <input data-mark="bill-city"></label>
      </fieldset>
      <fieldset><legend>Payment</legend>
        <label><input data-mark="pay-card" type="radio" name="pay" checked> Credit card</label>
        <label><input data-mark="pay-invoice" type="radio" name="pay"> Invoice</label>
        <label>Card number <input data-mark="card" inputmode="numeric"></label>
      </fieldset>
      <label><input data-mark="terms" type="checkbox"> I accept the terms and conditions</label>
      <label><input data-mark="gift" type="checkbox" checked> This is a gift</label>
      <label>Delivery notes <textarea data-mark="notes"></textarea></label>
      <button data-mark="place" disabled>Place order</button> <button data-mark="back" type="button">Back to cart</button>
    </form></main>`,

  settings: `<title>Settings</title>
    <main><h1>Settings</h1>
    <div role="tablist"><button data-mark="tab-profile" role="tab" aria-selected="true">Profile</button><button data-mark="tab-security" role="tab" aria-selected="false">Security</button></div>
    <section aria-label="Profile"><form onsubmit="return false">
      <label>Display name <input data-mark="display-name" value="Ada L."></label>
      <label>Bio <textarea data-mark="bio">Mathematician</textarea></label>
      <label>Profile picture <input data-mark="picture" type="file"></label>
      <label>Language <select data-mark="language"><option>English</option><option>Deutsch</option></select></label>
      <label>Theme <select data-mark="theme"><option>Light</option><option>Dark</option></select></label>
      <button data-mark="notifications" type="button" role="switch" aria-checked="true">Email notifications</button>
      <button data-mark="save" disabled>Save changes</button> <button data-mark="discard" type="button">Discard</button>
    </form></section>
    <p data-mark="saved" role="status">All changes saved</p>
    <section data-mark="danger" aria-label="Danger zone"><h2 data-mark="danger-heading">Danger zone</h2><button data-mark="delete-account">Delete account</button></section></main>`,

  todo: `<title>Todos (2)</title>
    <main><h1>My todos</h1>
    <input data-mark="new" placeholder="What needs to be done?">
    <ul aria-label="Todos">
      <li data-mark="todo milk-item"><input data-mark="milk" type="checkbox" aria-label="Buy milk"> <span data-mark="milk-text">Buy milk</span> <button data-mark="delete-milk" aria-label="Delete Buy milk">×</button></li>
      <li data-mark="todo tax-item"><input data-mark="tax" type="checkbox" aria-label="File taxes" checked> <span data-mark="tax-text">File taxes</span> <button data-mark="delete-tax" aria-label="Delete File taxes">×</button></li>
      <li data-mark="todo mum-item"><input data-mark="mum" type="checkbox" aria-label="Call mum"> <span data-mark="mum-text">Call mum</span> <button data-mark="delete-mum" aria-label="Delete Call mum">×</button></li>
    </ul>
    <p data-mark="left">2 items left</p>
    <a data-mark="all" href="#/">All</a> <a data-mark="active" href="#/active">Active</a> <a data-mark="completed" href="#/completed">Completed</a>
    <button data-mark="clear">Clear completed</button></main>`,

  project: `<title>Apollo · Projects</title>
    <main><h1>Apollo</h1><button data-mark="page-delete">Delete</button> <button data-mark="page-share">Share</button>
    <section aria-labelledby="members"><h2 id="members">Members</h2><ul><li data-mark="member">Grace</li><li data-mark="member">Linus</li></ul><button data-mark="invite">Invite</button></section>
    <section aria-labelledby="files"><h2 id="files">Files</h2><ul><li data-mark="file">plan.pdf</li><li data-mark="file budget">budget.xlsx</li><li data-mark="file">logo.svg</li></ul><button data-mark="add-file">Upload</button></section></main>
    <dialog data-mark="dialog" open aria-labelledby="title"><h2 id="title" data-mark="dialog-title">Delete project</h2>
      <p data-mark="warning">This cannot be undone.</p>
      <label>Project name <input data-mark="confirm-name"></label>
      <button data-mark="cancel">Cancel</button> <button data-mark="dialog-delete">Delete</button></dialog>`,

  users: `<title>Users – Admin</title>
    <main><h1 data-mark="heading">Users</h1>
    <input data-mark="filter" aria-label="Filter users">
    <button data-mark="export">Export CSV</button> <button data-mark="add-user">Add user</button>
    <table aria-label="Users"><thead><tr><th><button data-mark="sort-name">Name</button></th><th><button data-mark="sort-role">Role</button></th><th>Actions</th></tr></thead><tbody>
      <tr data-mark="user"><td data-mark="ann">Ann Lee</td><td data-mark="ann-role">Admin</td><td><button data-mark="edit-ann">Edit</button> <button data-mark="block-ann">Block</button></td></tr>
      <tr data-mark="user"><td data-mark="bob">Bob Ray</td><td data-mark="bob-role">Editor</td><td><button data-mark="edit-bob">Edit</button> <button data-mark="block-bob">Block</button></td></tr>
      <tr data-mark="user"><td data-mark="cid">Cid Fox</td><td data-mark="cid-role">Viewer</td><td><button data-mark="edit-cid">Edit</button> <button data-mark="block-cid">Block</button></td></tr>
    </tbody></table>
    <nav aria-label="Pages"><button data-mark="previous" disabled>Previous</button> <span data-mark="page-number">Page 1 of 7</span> <button data-mark="next">Next</button></nav></main>`,

  article: `<title>How to brew tea</title>
    <nav aria-label="Main"><a data-mark="nav-home" href="#home">Home</a> <a data-mark="nav-about" href="#about">About</a> <a data-mark="nav-recipes" href="#recipes">Recipes</a></nav>
    <main><article><h1 data-mark="heading">How to brew tea</h1><p data-mark="author">By Mina Okafor</p>
      <img data-mark="picture" alt="A teapot" width="80" height="60" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
      <h2 data-mark="steps-heading">Steps</h2><ol><li data-mark="step">Boil the water</li><li data-mark="step">Warm the pot</li><li data-mark="step third-step">Wait four minutes</li></ol>
      <button data-mark="like" aria-pressed="false">Like</button> <span data-mark="likes">17 likes</span> <a data-mark="print" href="#print">Print this page</a></article>
      <section data-mark="comments" aria-label="Comments"><h2 data-mark="comments-heading">Comments</h2><p data-mark="no-comments">No comments yet</p>
      <label>Your comment <textarea data-mark="comment"></textarea></label><button data-mark="post">Post comment</button></section></main>
    <footer data-mark="footer"><a data-mark="footer-about" href="#about-us">About</a> <a data-mark="contact" href="#contact">Contact</a> <p data-mark="copyright">© Tea House</p></footer>`,

  editor: `<title>Untitled document</title>
    <header role="banner"><button data-mark="menu" aria-label="Open menu">☰</button> <button data-mark="undo" title="Undo">↶</button> <button data-mark="redo" title="Redo" disabled>↷</button> <button data-mark="bold" aria-label="Bold" aria-pressed="true">B</button> <button data-mark="profile" aria-label="Account menu">AL</button></header>
    <main><h1 data-mark="heading">Untitled document</h1>
    <div data-mark="body" role="textbox" aria-label="Document body" aria-multiline="true" contenteditable="true" style="min-height:40px"></div>
    <label>Font size <input data-mark="size" type="range" min="8" max="40" value="12"></label>
    <label>Tags <input data-mark="tags" list="known"></label><datalist id="known"><option>draft</option></datalist>
    <details><summary data-mark="advanced">Advanced options</summary><p>Nothing yet</p></details>
    <div data-mark="word-count" data-testid="word-count">0 words</div>
    <span data-mark="status" role="status">Saved to drive</span></main>`,

  booking: `<title>Book a room – step 2 of 3</title>
    <main><h1 data-mark="heading">Book a room</h1><p data-mark="progress">Step 2 of 3</p>
    <form onsubmit="return false">
      <label>Arrival <input data-mark="arrival" type="date"></label>
      <label>Departure <input data-mark="departure" type="date"></label>
      <label>Number of guests <input data-mark="guests" type="number" min="1" max="4" value="2"></label>
      <fieldset><legend>Room type</legend><label><input data-mark="single" type="radio" name="room"> Single</label> <label><input data-mark="double" type="radio" name="room"> Double</label> <label><input data-mark="suite" type="radio" name="room" disabled> Suite</label></fieldset>
      <label>Phone number <input data-mark="phone" type="tel" placeholder="+43 …"></label>
      <label>Special requests <textarea data-mark="requests"></textarea></label>
      <label><input data-mark="breakfast" type="checkbox"> Breakfast included</label>
      <p data-mark="price">€180 for 2 nights</p>
      <button data-mark="back" type="button">Back</button> <button data-mark="next">Next</button>
    </form><p data-mark="date-error" role="alert" hidden>Departure must be after arrival</p></main>`,

  inbox: `<title>Inbox (2) – Mail</title>
    <nav aria-label="Folders"><a data-mark="inbox-link" href="#inbox">Inbox</a> <a data-mark="sent-link" href="#sent">Sent</a> <a data-mark="trash-link" href="#trash">Trash</a></nav>
    <main><h1 data-mark="heading">Inbox</h1><button data-mark="compose">Compose</button>
    <input data-mark="search" type="search" placeholder="Search mail">
    <ul aria-label="Messages">
      <li data-mark="message first"><a data-mark="invoice" href="#1">Invoice for May</a> <button data-mark="archive-invoice">Archive</button></li>
      <li data-mark="message second"><a data-mark="lunch" href="#2">Lunch on Friday?</a> <button data-mark="archive-lunch">Archive</button></li>
      <li data-mark="message third"><a data-mark="ticket" href="#3">Your train ticket</a> <button data-mark="archive-ticket">Archive</button></li>
    </ul>
    <p data-mark="unread">2 unread messages</p>
    <section aria-label="Filters"><label><input data-mark="only-unread" type="checkbox"> Unread only</label> <button data-mark="reset">Reset filters</button></section>
    <p data-mark="sent-note" role="status" hidden>Message sent</p></main>`,
} as const satisfies Readonly<Record<string, string>>;

export type CorpusPage = keyof typeof corpusPages;
