// SPDX-License-Identifier: Apache-2.0
// For the thread sanitizer, which does not see into Qt's libraries. It is told that a call that is queued for another
// thread, or for a pool of threads, happens after everything done before it was queued: the linker replaces
// QMetaObject::invokeMethodImpl and QThreadPool::start by what stands here (tests/CMakeLists.txt).
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <sched.h>

#include <cstdarg>
#include <functional>
#include <utility>

#include <QObject>
#include <QThreadPool>

namespace {

using Slot = QtPrivate::QSlotObjectBase;

/// Calls another slot, having told the sanitizer where it was queued.
class QueuedSlot final : public Slot {
 public:
  explicit QueuedSlot(Slot* slot) : Slot(&QueuedSlot::act), slot_(slot) { __tsan_release(this); }

 private:
  static void act(int operation, Slot* self, QObject* receiver, void** arguments, bool* result) {
    auto* const queued = static_cast<QueuedSlot*>(self);
    __tsan_acquire(queued);
    if (operation == Call) {
      queued->slot_->call(receiver, arguments);
      __tsan_release(queued);  // the thread that queued it may be the last to let go of it
    }
    if (operation == Compare) *result = queued->slot_->compare(arguments);
    if (operation != Destroy) return;
    queued->slot_->destroyIfLastRef();
    delete queued;
  }

  Slot* slot_;
};

}  // namespace

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier): the linker's and the compiler's names
bool __real__ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeEPv(
    QObject* object, Slot* slot, Qt::ConnectionType type, void* result);

bool __wrap__ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeEPv(
    QObject* object, Slot* slot, Qt::ConnectionType type, void* result) {
  return __real__ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeEPv(
      object, new QueuedSlot(slot), type, result);
}

void __real__ZN11QThreadPool5startESt8functionIFvvEEi(QThreadPool* pool, std::function<void()> work, int priority);

void __wrap__ZN11QThreadPool5startESt8functionIFvvEEi(QThreadPool* pool, std::function<void()> work, int priority) {
  auto* const queued = new std::function<void()>(std::move(work));
  __tsan_release(queued);
  const auto run = [queued] {
    __tsan_acquire(queued);
    (*queued)();
    delete queued;
  };
  __real__ZN11QThreadPool5startESt8functionIFvvEEi(pool, run, priority);
}

/// QProcess starts programs in a child that shares our memory, until it is another program. What the child does there
/// under the sanitizer's eyes is taken for the parent's: it gets a copy instead.
int clone(int (*function)(void*), void* stack, int flags, void* argument, ...) {
  va_list rest;
  va_start(rest, argument);
  auto* const parent_id = va_arg(rest, pid_t*);
  va_end(rest);
  static const auto real = reinterpret_cast<decltype(&clone)>(::dlsym(RTLD_NEXT, "clone"));
  return real(function, stack, flags & ~CLONE_VM, argument, parent_id);
}

/// Reference counts and locks of these libraries are not seen, nor Qt Test's watchdog.
const char* __tsan_default_suppressions() {
  return "called_from_lib:libQt6Core.so\n"
         "called_from_lib:libQt6Gui.so\n"
         "called_from_lib:libQt6Widgets.so\n"
         "called_from_lib:libQt6PrintSupport.so\n"
         "called_from_lib:libQt6Svg.so\n"
         "called_from_lib:libQt6Test.so\n"
         "called_from_lib:libfontconfig.so\n"
         "called_from_lib:libharfbuzz.so\n"
         "called_from_lib:libglib-2.0.so\n"
         "race:tzset_internal\n";  // the C library locks it in a way of its own
}

/// Some tests fork, to see how the program ends.
const char* __tsan_default_options() {
  return "die_after_fork=0";
}
// NOLINTEND(bugprone-reserved-identifier)
}
