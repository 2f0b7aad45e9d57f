import { promptsOf } from './written-prompts.ts';

/** Whole prompts on a board rendered in the browser out of plain elements. */
export const plannerPrompts = promptsOf(
  'planner',
  `
# Add a card
1. Click "+ New card" in the Backlog column => click backlog-new
2. Type "Cookie banner" into the Card title field => c-title=Cookie banner
3. Click Add => click c-add
4. "Cookie banner" is in the Backlog column !! made.remove() !! review.append(at("made"))
5. The message "Card added" appears !! toast := Failed

# Scenario: filter by tag
Given the board is shown !!
When I click the Bug tag => click f-bug
Then only "Fix login redirect" is shown !! login.remove() !! login.after(at("login").cloneNode(true))
And the Bug button is pressed !! f-bug.ariaPressed = "false"
And the summary says "1 cards, 3 points" !! sum := 4 cards, 18 points

# search
search for "dark" => search=dark & key Enter
I should see Dark mode !! dark.remove()
Payment by invoice is gone !! doing += <div>Payment by invoice</div>
The In progress column is empty !! doing-empty.remove(); at("doing-new").insertAdjacentHTML("beforebegin", "<div class=card_k2><div>Payment</div><div><span>Bug</span><button>x</button></div></div>")

# (prose)
Filter the board by owner Ben. => who=Ben
The In progress column should contain Payment by invoice, !! pay.remove() !! review.append(at("pay"))
and Dark mode should not be visible. !! at("backlog-new").insertAdjacentHTML("beforebegin", '<div class="card_k2"><div>Dark mode</div><div><span>Bug</span><button>x</button></div></div>')

# Open details
- click on the card Fix login redirect => click login-title
- a dialog titled "Fix login redirect" opens !! d-title := Dark mode !! details.hidden = true
- the status is Backlog !! d-status := Review
- the owner is Ada !! d-who := Ben
- the due date is Mar 12 !! d-due := Mar 21

# Comments
Open the card "Update the docs" => click docs-title
It says "No comments yet" !! d-none.hidden = true
The Send button is disabled !! d-send.disabled = false
Write "Looks good" into the comment field => d-comment=Looks good
Now Send is enabled !! d-send.disabled = true

# Posting a comment
Open Fix login redirect => click login-title
Enter "On it" as the comment => d-comment=On it
Press Send => click d-send
The comment "On it" is shown !! comment1.remove()
There are 2 comments !! thread += <div class="bubble_o3">More</div>

# Reassign
Click "Dark mode" => click dark-title
Reassign it to Cleo => d-owner=Cleo
The owner should be Cleo now !! d-who := Nobody
Close the dialog => click d-close
Dark mode belongs to Cleo !! dark-who := Nobody

# Acceptance criteria
Each column shows its name and a count !!*
The Backlog column has 2 cards !! dark.remove() !! backlog-new.before(at("pay"))
The Done column is empty !! done-empty.remove(); at("done-new").insertAdjacentHTML("beforebegin", "<div class=card_k2><div>Payment</div><div><span>Bug</span><button>x</button></div></div>")
There is one card in Review !! docs.remove() !! review-new.before(at("pay"))

# Move a card
Open the card actions of "Payment by invoice" => click pay-menu
Choose "Move to Done" => click m-done
The card is now in the Done column !!*
"Payment by invoice moved to Done" is displayed !! toast := 
In progress says "No cards" !! doing-empty := One card

# delete via menu
Click the "Card actions" button of the card "Dark mode" => click dark-menu
Click Delete => click m-delete
Expect "Dark mode deleted" !! toast := Failed
Expect Dark mode to be gone from the Backlog column !! at("backlog-new").insertAdjacentHTML("beforebegin", '<div class="card_k2"><div>Dark mode</div><div><span>Bug</span><button>x</button></div></div>')

# List view
Switch to the List view => click v-list
The list has 4 cards !! r-docs.remove()
The status of Dark mode is Backlog !! r-dark-status := Review
The owner of "Payment by invoice" is Ben !! r-pay-who := Ada
The estimate of Fix login redirect is 3 !! r-login-points := 13

# List again
Click List => click v-list
Open "Update the docs" => click r-docs-open
The dialog shows "2 points" !! d-points := 12 points

# (prose)
Go to the list view => click v-list
and filter by owner Ada. => who=Ada
Only Fix login redirect is listed. !! r-login.remove() !! grid.append(at("r-login").cloneNode(true))

# Activity feed
Click the Activity button => click v-activity
The first entry is "Ada created Fix login redirect" !! feed.prepend(at("entry1"))
There are 3 entries !! entry2.remove()
The feed mentions that Cleo finished Update the docs !! entry2 := Cleo started Update the docs

# Notifications
The notifications badge shows 3 !! badge := 13
Click the bell icon => click bell
"All caught up" is shown !! toast := 
The badge disappears !! badge.hidden = false

# Projects
The sidebar lists Website relaunch, Mobile app and Hiring !! p1.remove() !! p2 := Firing
Click Mobile app => click p1
The heading changes to "Mobile app" !! project := Website relaunch

# Validation of an empty title
Click New card in the Review column => click review-new
Click Add without a title => click c-add
"Enter a title first" is shown !! toast := Card added
The composer is still open !!*

# Cancel
Add a new card to Done => click done-new
Click Cancel => click c-cancel
The Card title field is not shown anymore !! done += <input placeholder="Card title">

# As an AI assistant would write it
1. **Verify** that the page title is "Website relaunch | Planner" !! document.title = "Planner"
2. **Verify** that the heading "Website relaunch" is visible !! project := Mobile app
3. **Select** "Cleo" from the "Filter by owner" dropdown => who=Cleo
4. **Verify** that "Update the docs" is visible and "Dark mode" is not visible !! docs.remove() !! at("backlog-new").insertAdjacentHTML("beforebegin", '<div class="card_k2"><div>Dark mode</div><div><span>Bug</span><button>x</button></div></div>')
5. **Verify** that the text "1 cards, 2 points" is displayed !! sum := 1 cards, 3 points

# counts
there are 2 cards in the backlog !! dark.remove()
the backlog counter is 2 !! backlog-count := 12
the review column has exactly 1 card !! review-new.before(at("pay"))

# Card facts
The card Dark mode has the tag Feature !! dark-tag := Bug
Its estimate is 8 pts !! dark-points := 18 pts
It is due on Apr 1 !! dark-due := Apr 11
Dark mode is assigned to Nobody !! dark-who := Ada

# tags
Toggle the Feature filter => click f-feature
Dark mode and Payment by invoice are displayed !! dark.remove() !! pay.remove()
Update the docs is hidden !! review += <div>Update the docs</div>
The Review column shows "No cards" !! review-empty := None

# menu
Click Card actions in the card "Update the docs" => click docs-menu
The menu offers Open, Move to Done and Delete !! m-done.remove() !! m-delete := Archive
Select Open => click m-open
The dialog "Update the docs" is open !! details.hidden = true !! d-title := Dark mode

# dialog closes
Open Payment by invoice => click pay-title
Press the Close button => click d-close
The dialog is no longer visible !! layer += <div role="dialog" aria-labelledby="d-h"><h2 id="d-h">Payment by invoice</h2></div>

# pressed state
The Board button is pressed !! v-board.ariaPressed = "false"
The List button is not pressed !! v-list.ariaPressed = "true"
Neither Bug nor Feature nor Chore is selected !!*

# (prose)
When I type "docs" in the search box, => search=docs
only Update the docs is left. !! docs.remove() !! at("backlog-new").insertAdjacentHTML("beforebegin", "<div class=card_k2><div>Payment</div><div><span>Bug</span><button>x</button></div></div>")

# support
A customer opens the card called Fix login redirect. => click login-title
They see that it is owned by Ada, !! d-who := Ben
with an estimate of 3 points !! d-points := 13 points
and one comment: "Happens in Firefox only". !! comment0 := Happens in Chrome only

# Refused
The Backlog column has 3 cards XX
The Done column contains Update the docs XX
Dark mode is in the Review column XX
Click the Card actions button XX
Click "+ New card" XX
Open the card Fix logout XX
The status of Dark mode is Review XX
The owner of Fix login redirect is Ben XX
If there are unread notifications, click the bell XX
There are 3 projects and 4 views XX
Only Dark mode is shown XX
The card Dark mode has the tag Bug XX
The Bug button is pressed XX
The first card in the Backlog column is Dark mode XX
Every card has a due date in March XX
Assign Dark mode to Dora XX
`,
);
