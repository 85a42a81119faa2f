"""Messages to be sent: in order, at least once, found again when in doubt, parked when nobody can get them."""

import pytest
from sqlalchemy import Engine, event

from store import LeaseLost, MessageKind, NewMessage, Post, Store
from tests.store.conftest import HandSetClock
from tests.store.examples import CHANNEL, claim, contents, edit, post, running_game, sent, tell

OTHER_CHANNEL = CHANNEL + 1


async def test_a_message_comes_back_as_it_was_put_in(store: Store, clock: HandSetClock) -> None:
    game = await running_game(store)
    picture = {"view": "region", "space": "sz5"}
    (message_id,) = await tell(store, game.id, post("Sea zone 5", role="battle:sz5", picture=picture))
    (message,) = await claim(store)
    assert message.id == message_id
    assert (message.game_id, message.channel_id, message.kind, message.role) == (game.id, CHANNEL, "post", "battle:sz5")
    assert (message.payload, message.picture) == ({"content": "Sea zone 5"}, picture)
    assert (message.state, message.attempts, message.doubtful, message.message_id) == ("sending", 1, False, None)
    assert (message.failure, message.written_at) == (None, clock.now)
    assert message.tag == f"#{game.id}·{message_id}"
    assert message.nonce == f"{game.id}-{message_id}"


async def test_messages_leave_in_order_within_a_channel_one_at_a_time(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("1"), post("2"), post("other", channel_id=OTHER_CHANNEL), post("3"))
    first, other = await claim(store)
    assert contents((first, other)) == ["1", "other"]
    assert await claim(store) == ()
    await sent(store, first, 101)
    (second,) = await claim(store)
    await sent(store, second, 102)
    assert contents(await claim(store)) == ["3"]


async def test_no_more_messages_are_claimed_than_asked_for(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, *(post(str(number), channel_id=number) for number in range(1, 6)))
    assert contents(await claim(store, limit=2)) == ["1", "2"]
    assert contents(await claim(store, limit=2)) == ["3", "4"]


async def test_two_workers_never_hold_the_same_message(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("once"))
    assert len(await claim(store, "one")) == 1
    assert await claim(store, "two") == ()


async def test_when_a_lease_has_run_out_the_message_is_doubtful_and_another_worker_gets_it(
    store: Store, clock: HandSetClock
) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("maybe sent"), post("next"))
    (lost,) = await claim(store, "one", lease=30)
    clock.now += 29
    assert await claim(store, "two") == ()
    clock.now += 1
    (found,) = await claim(store, "two", lease=30)
    assert (found.id, found.doubtful, found.attempts, found.tag) == (lost.id, True, 2, lost.tag)
    with pytest.raises(LeaseLost, match="no longer claimed by one"):
        await sent(store, lost, 7, worker="one")
    await sent(store, found, 8, worker="two")
    with pytest.raises(LeaseLost):
        await sent(store, found, 8, worker="two")
    assert contents(await claim(store)) == ["next"]


async def test_a_message_to_be_tried_again_waits_at_the_head_of_its_channel(store: Store, clock: HandSetClock) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("first"), post("second"))
    (message,) = await claim(store)
    async with store.write() as w:
        await w.outbox.retry(message, "publisher", not_before=clock.now + 60, failure="503", doubtful=False)
    assert await claim(store) == ()
    clock.now += 60
    (again,) = await claim(store)
    assert (again.id, again.failure, again.doubtful, again.attempts) == (message.id, "503", False, 2)
    async with store.write() as w:
        await w.outbox.retry(again, "publisher", not_before=clock.now, failure="timeout", doubtful=True)
    (doubted,) = await claim(store)
    async with store.write() as w:
        await w.outbox.retry(doubted, "publisher", not_before=clock.now, failure="503", doubtful=False)
    (still_doubted,) = await claim(store)
    assert (doubted.doubtful, still_doubted.doubtful) == (True, True)


async def test_a_sent_post_is_remembered_by_its_role_and_later_edits_find_it(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("round 1", role="battle:sz5"), edit("round 2", role="battle:sz5"))
    (message,) = await claim(store)
    await sent(store, message, 901)
    (later,) = await claim(store)
    assert (later.kind, later.message_id) == ("edit", 901)
    await sent(store, later)
    async with store.read() as r:
        assert await r.post(game.id, "battle:sz5") == Post("battle:sz5", CHANNEL, 901)
        assert (await r.game(game.id)).last_message_id == 901


async def test_a_new_panel_takes_over_the_role_and_the_old_one_is_edited_by_its_id(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("panel", role="panel"))
    await sent(store, (await claim(store))[0], 901)
    await tell(store, game.id, post("new panel", role="panel"), edit("no buttons", message_id=901))
    (panel,) = await claim(store)
    await sent(store, panel, 902)
    (old,) = await claim(store)
    assert old.message_id == 901
    await sent(store, old)
    async with store.read() as r:
        assert await r.posts(game.id) == (Post("panel", CHANNEL, 902),)


async def test_an_edit_that_had_to_be_posted_anew_takes_over_the_role(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("panel", role="panel"))
    await sent(store, (await claim(store))[0], 901)
    await tell(store, game.id, edit("changed", role="panel"))
    await sent(store, (await claim(store))[0], 902)
    async with store.read() as r:
        assert await r.posts(game.id) == (Post("panel", CHANNEL, 902),)
        assert (await r.game(game.id)).last_message_id == 902


async def test_a_deleted_post_is_forgotten(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("?", role="question"))
    await sent(store, (await claim(store))[0], 901)
    await tell(store, game.id, NewMessage(kind="delete", channel_id=CHANNEL, role="question", payload={}))
    (message,) = await claim(store)
    assert (message.kind, message.message_id) == ("delete", 901)
    await sent(store, message)
    async with store.read() as r:
        assert await r.posts(game.id) == ()


async def test_an_edit_of_a_post_that_never_was_comes_without_an_id(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, edit("round 2", role="battle:sz5"))
    (message,) = await claim(store)
    assert message.message_id is None


async def test_a_waiting_edit_is_replaced_by_the_next_one_of_the_same_post(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("panel", role="panel"), edit("1 move", role="panel"))
    await tell(store, game.id, edit("2 moves", role="panel"))
    await tell(store, game.id, edit("round 1", role="battle:sz5"), edit("3 moves", role="panel"))
    async with store.read() as r:
        assert contents(await r.unsent_messages(game.id)) == ["panel", "round 1", "3 moves"]


async def test_an_edit_under_way_or_of_an_earlier_post_is_not_replaced(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, edit("under way", role="panel"))
    await claim(store)
    await tell(store, game.id, edit("old panel", role="panel"), post("new panel", role="panel"))
    await tell(store, game.id, edit("to the new panel", role="panel"))
    async with store.read() as r:
        waiting = contents(await r.unsent_messages(game.id))
    assert waiting == ["under way", "old panel", "new panel", "to the new panel"]


@pytest.mark.parametrize(
    ("kind", "role", "message_id"),
    [("post", "panel", 901), ("edit", None, None), ("edit", "panel", 901), ("delete", None, None)],
)
def test_a_message_whose_target_is_unclear_is_a_bug(
    kind: MessageKind, role: str | None, message_id: int | None
) -> None:
    with pytest.raises(ValueError, match=r"id yet|only one of them"):
        NewMessage(kind=kind, channel_id=CHANNEL, payload={}, role=role, message_id=message_id)


async def test_a_sent_post_without_an_id_is_a_bug(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("lost"))
    (message,) = await claim(store)
    with pytest.raises(ValueError, match="has an id"):
        await sent(store, message)


async def test_a_direct_message_is_not_the_last_public_message(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("public"), post("for Ben alone", channel_id=OTHER_CHANNEL))
    for number, message in enumerate(await claim(store), start=901):
        await sent(store, message, number)
    async with store.read() as r:
        assert (await r.game(game.id)).last_message_id == 901


async def test_a_parked_channel_gets_nothing_while_others_go_on(store: Store, clock: HandSetClock) -> None:
    gone = await running_game(store)
    alive = await running_game(store, channel_id=OTHER_CHANNEL)
    await tell(store, gone.id, post("to nowhere"))
    await claim(store)
    async with store.write() as w:
        await w.outbox.park_channel(CHANNEL, "404: the channel was deleted")
    await tell(store, gone.id, post("still to nowhere"))
    await tell(store, alive.id, post("alive", channel_id=OTHER_CHANNEL))
    assert contents(await claim(store)) == ["alive"]
    async with store.read() as r:
        (parked,) = await r.parked_channels()
    assert (parked.channel_id, parked.reason) == (CHANNEL, "404: the channel was deleted")
    assert parked.parked_at == clock.now


async def test_an_unparked_channel_goes_on_where_it_stopped(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("refused"), post("next"))
    await claim(store)
    async with store.write() as w:
        await w.outbox.park_channel(CHANNEL, "403")
        await w.outbox.park_channel(CHANNEL, "403 again")
        await w.outbox.unpark_channel(CHANNEL)
    (message,) = await claim(store)
    assert (message.payload["content"], message.doubtful) == ("refused", False)


async def test_a_message_that_can_never_be_sent_is_set_aside_and_the_channel_goes_on(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("too long"), post("next"))
    (message,) = await claim(store)
    async with store.write() as w:
        await w.outbox.park_message(message, "publisher", "400: too long")
    assert contents(await claim(store)) == ["next"]
    async with store.read() as r:
        aside = (await r.unsent_messages(game.id))[0]
    assert (aside.state, aside.failure) == ("parked", "400: too long")


async def test_what_was_sent_long_ago_is_forgotten_and_its_tag_does_not_come_back(
    store: Store, clock: HandSetClock
) -> None:
    game = await running_game(store)
    (old_id,) = await tell(store, game.id, post("old"))
    await sent(store, (await claim(store))[0], 901)
    clock.now += 100
    await tell(store, game.id, edit("waiting", message_id=901))
    async with store.write() as w:
        assert await w.outbox.forget_sent(clock.now - 100, at_most=9) == 0
        assert await w.outbox.forget_sent(clock.now + 1, at_most=9) == 1
    async with store.read() as r:
        assert contents(await r.unsent_messages(game.id)) == ["waiting"]
    (new_id,) = await tell(store, game.id, post("new"))
    assert new_id > old_id + 1


async def test_what_was_sent_is_forgotten_a_few_at_a_time_the_oldest_first(store: Store, clock: HandSetClock) -> None:
    game = await running_game(store)
    ids = await tell(store, game.id, *(post(str(number)) for number in range(5)))
    for number in range(5):
        await sent(store, (await claim(store))[0], 901 + number)
    seen = []
    for _ in range(4):
        async with store.write() as w:
            forgotten = await w.outbox.forget_sent(clock.now + 1, at_most=2)
        async with store.read() as r:
            seen.append((forgotten, [each for each in ids if await r.message(each) is not None]))
    assert seen == [(2, [*ids[2:]]), (2, [*ids[4:]]), (1, []), (0, [])]


async def test_what_waits_or_was_refused_is_never_forgotten(store: Store, clock: HandSetClock) -> None:
    game = await running_game(store)
    await tell(store, game.id, post("refused"), post("under way"), post("waits"))
    async with store.write() as w:
        await w.outbox.park_message(
            (await w.outbox.claim("publisher", 30, 1)).messages[0], "publisher", "400: too long"
        )
    await claim(store)
    async with store.write() as w:
        assert await w.outbox.forget_sent(clock.now + 1000, at_most=9) == 0
    async with store.read() as r:
        assert [each.state for each in await r.unsent_messages(game.id)] == ["parked", "sending", "pending"]


async def test_a_batch_is_claimed_with_one_question_and_one_change(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, *(post(str(number), channel_id=number) for number in range(1, 11)))
    found: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        found.append(statement.split(maxsplit=1)[0])

    event.listen(Engine, "before_cursor_execute", note)
    try:
        assert contents(await claim(store, limit=10)) == [str(number) for number in range(1, 11)]
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert [word for word in found if word != "BEGIN"] == ["WITH", "UPDATE"]


async def test_more_than_one_statement_takes_are_claimed_with_several(store: Store) -> None:
    game = await running_game(store)
    told = [str(number) for number in range(1, 26)]
    await tell(store, game.id, *(post(text, channel_id=int(text)) for text in told))
    assert contents(await claim(store, limit=25)) == told
    assert contents(await claim(store, limit=25)) == []


async def test_channels_that_are_busy_leave_room_for_the_others(store: Store) -> None:
    game = await running_game(store)
    await tell(store, game.id, *(post(str(number), channel_id=number) for number in range(1, 6)))
    async with store.write() as write:
        claimed = await write.outbox.claim("publisher", 30, 2, busy={1, 2, 4})
    assert contents(claimed.messages) == ["3", "5"]
