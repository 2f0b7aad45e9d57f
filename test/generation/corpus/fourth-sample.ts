import type { fourthPages } from './fourth-pages.ts';
import {
  type Corpus,
  checked,
  choose,
  click,
  contains,
  disabled,
  enter,
  gone,
  hasAttribute,
  hasCount,
  hasTitle,
  hasValue,
  press,
  sees,
  unchecked,
  unresolved,
  upload,
  visible,
} from './wanted.ts';

/**
 * Written as testers of four kinds write: a terse one, a chatty one, one whose first language is not English, and one
 * who uses Gherkin. Frozen before any of it was run.
 */
export const fourthSample: Corpus<keyof typeof fourthPages> = {
  product: [
    // Terse.
    ['colour = Orange', choose('colour', 'Orange')],
    ['qty 3', unresolved],
    ['quantity: 3', enter('quantity', '3')],
    ['add to basket', click('add')],
    ['price £34.50', sees('price', '£34.50')],
    // Chatty.
    ['Now let\'s pick the "Forest green" colour for our lamp', choose('colour', 'Forest green')],
    ['Next I would like to check the gift wrapping', click('wrap')],
    ['Go ahead and click the "Add to wishlist" button', click('save')],
    ['Then you should be able to see that the product is in stock', sees('stock', 'In stock')],
    ['Finally, we make sure the price of the lamp is still £34.50', sees('price', '£34.50')],
    // Not a native speaker.
    ['I put the quantity on 2', enter('quantity', '2')],
    ['Make a click on the button "Subscribe"', click('subscribe')],
    ['It must be possible to see two reviews', hasCount('review', 2)],
    ['Choose the size "Large"', click('large')],
    // Gherkin.
    ['When I select size Large and add the lamp to the basket', click('large'), click('add')],
    ['Then the message "Trail lamp was added to your basket" should not be there', gone('added')],
    ['And I mark the review of Jonas as helpful', click('helpful-jonas')],
    ['When I click Helpful', unresolved],
  ],
  transfer: [
    // Terse.
    ['From account: Savings', choose('from', 'Savings')],
    ['Amount 250', unresolved],
    ['Continue disabled', disabled('continue')],
    ['Verify 2 accounts', hasCount('account', 2)],
    // Chatty.
    ['First of all we\'ll fill in the recipient, let\'s say "Jo Berg"', enter('recipient', 'Jo Berg')],
    ['After that, please enter 250.00 as the amount', enter('amount', '250.00')],
    [
      'At this point you will see an error telling you that "The IBAN is not valid"',
      sees('iban-error', 'The IBAN is not valid'),
    ],
    ["Don't tick the standing order box", unresolved],
    // Not a native speaker.
    ['Write into the field Payment reference the text "Rent May"', enter('reference', 'Rent May')],
    ['The balance of account Savings must be $8,000.00', sees('savings-balance', '$8,000.00')],
    ['Take away the tick by "Save as template"', click('template')],
    ['Set as execution date 2027-05-01', enter('date', '2027-05-01')],
    ['The checkbox "Make this a standing order" is not activated', unchecked('standing')],
    // Gherkin.
    ['Given the "From account" dropdown is set to "Everyday"', hasValue('from', 'Everyday')],
    ['When the customer starts over', click('reset')],
    ['Then the daily limit of $5,000 is displayed', sees('limit', '$5,000')],
    ['And the Everyday account has a balance of $1,204.10', sees('everyday-balance', '$1,204.10')],
    ['Then the balance is $8,000.00', unresolved],
  ],
  queue: [
    // Terse.
    ['Status > Pending', choose('status', 'Pending')],
    ['Close VPN is slow', click('close-vpn')],
    ['3 tickets in table', hasCount('ticket', 3)],
    ['title "Open tickets (3) · Deskly"', hasTitle('Open tickets (3) · Deskly')],
    // Chatty.
    ["Let's open the ticket about the printer on fire", click('printer')],
    ['You can assign the ticket "New mouse please" by pressing its Assign button', click('assign-mouse')],
    ['The VPN ticket should be assigned to Paolo', sees('vpn-who', 'Paolo')],
    // Not a native speaker.
    ['In the line of "Printer on fire" I press on "Close"', click('close-printer')],
    ['The priority of "New mouse please" has to be "Low"', sees('mouse-priority', 'Low')],
    ['Type in the note: "Called the customer"', enter('note', 'Called the customer')],
    ['The button for the previous page is not active', disabled('previous')],
    // Gherkin.
    ['When the agent filters by assignee Ines', choose('assignee', 'Ines')],
    ['And presses Close on the "Printer on fire" ticket', click('close-printer')],
    ['Then a "Ticket closed" notification is not visible', gone('closed')],
    ['When the agent closes the ticket', unresolved],
    ['Then the ticket "Mouse is broken" is shown', unresolved],
  ],
  post: [
    // Terse.
    ['Title -> "Twelve hikes"', enter('title', 'Twelve hikes')],
    ['SEO tab', unresolved],
    ['Publish', click('publish')],
    ['Featured off', unchecked('featured')],
    // Chatty.
    [
      "Let's change the category to Company news and hit Save draft",
      choose('category', 'Company news'),
      click('draft'),
    ],
    ['Now go to the SEO tab to continue', click('tab-seo')],
    ['Just get rid of the norway tag', click('remove-norway')],
    ['We should now see a dialog called "Unsaved changes"', visible('dialog')],
    // Not a native speaker.
    ['Upload for the cover image the file oslo.jpg', upload('cover', 'oslo.jpg')],
    ['Delete the content of the slug field', enter('slug', '')],
    ['The value of the title is "Ten hikes near Oslo"', hasValue('title', 'Ten hikes near Oslo')],
    ['Under the post stands "412 words"', sees('words', '412 words')],
    // Gherkin.
    ['Given comments are allowed', checked('comments')],
    ['When I choose to stay on the page', click('stay')],
    ['And I press the Escape key', press('Escape')],
    ['Then the Content tab should still be selected', hasAttribute('tab-content', 'aria-selected true')],
    ['And the status is "Draft"', contains('state', 'Draft')],
    ['When I click Remove', unresolved],
  ],
};
